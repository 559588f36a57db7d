import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { notificationQueries } from './queries';

/** The count of the badge: '100+' above 100 (1 §9). */
export function badgeText(count: number): string {
  return count > 100 ? '100+' : String(count);
}

/** The bell of the header with the number of unread notifications. */
export function NotificationBell({ userId }: { userId: number }) {
  const { data } = useQuery(notificationQueries.unread(userId));
  const count = data?.total ?? 0;
  return (
    <Box
      role="img"
      aria-label={
        count === 1 ? '1 unread notification' : `${badgeText(count)} unread notifications`
      }
      sx={{ display: 'grid', p: 1, color: 'text.secondary' }}
    >
      <Badge badgeContent={count > 0 ? badgeText(count) : 0} color="secondary">
        <NotificationsOutlined />
      </Badge>
    </Box>
  );
}
