import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSession } from '@/api/session';
import { paths } from '@/app/paths';
import { ButtonPopover } from '@/ui/ButtonPopover';
import { LoadFailed } from '@/ui/LoadFailed';
import { NotificationGroups } from './NotificationGroups';
import { notificationQueries } from './queries';
import { useLiveNotifications } from './useLiveNotifications';
import { useOpenNotification } from './useOpenNotification';

/** Returns the text of the badge: '100+' above 100 (1 §9). */
function badgeText(count: number): string {
  return count > 100 ? '100+' : String(count);
}

/**
 * The bell in the header with the number of unread notifications. It opens them, and keeps the
 * connection that updates them.
 */
export function NotificationBell({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(notificationQueries.unread(userId));
  useLiveNotifications(userId, useSession()?.token ?? '');
  const open = useOpenNotification();
  const count = data?.total ?? 0;
  return (
    <ButtonPopover
      label={count === 1 ? '1 unread notification' : `${badgeText(count)} unread notifications`}
      icon={
        <Badge badgeContent={count} max={100} color="secondary">
          <NotificationsOutlined />
        </Badge>
      }
      titleId="unread-notifications"
      width={400}
      sx={{
        maxHeight: 'min(560px, calc(100dvh - 96px))',
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      {(close) => (
        <>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              justifyContent: 'space-between',
              pl: 2,
              pr: 1,
              py: 1,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Typography id="unread-notifications" variant="h3" component="h2">
              Notifications
            </Typography>
            <Button component={Link} to={paths.notifications} onClick={close} size="small">
              See All
            </Button>
          </Box>
          <Box sx={{ overflowY: 'auto', minHeight: 0 }}>
            {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
            {data?.notifications.length === 0 && (
              <Typography variant="body2" color="textSecondary" sx={{ px: 2, py: 3 }}>
                No Notification
              </Typography>
            )}
            {data && (
              <NotificationGroups
                notifications={data.notifications}
                counts={data.groups}
                tab="unread"
                heading="h3"
                dense
                onOpen={(notification) => {
                  close();
                  open(notification);
                }}
              />
            )}
          </Box>
        </>
      )}
    </ButtonPopover>
  );
}
