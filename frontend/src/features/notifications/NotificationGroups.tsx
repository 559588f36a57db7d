import DoneIcon from '@mui/icons-material/Done';
import DoneAllIcon from '@mui/icons-material/DoneAll';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Notification, NotificationCount } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import { asTyped } from '@/ui/Prose';
import { formatDateTime, timeAgo } from '@/lib/dates';
import { formatNumber } from '@/lib/numbers';
import { asksForAction, byRole, type Tab } from './grouping';
import { useMarkRead } from './useMarkRead';

interface Props {
  notifications: readonly Notification[];
  /** The number of all notifications, by role. */
  counts: readonly NotificationCount[];
  /** The tab, which determines the counts to show. */
  tab: Tab;
  onOpen: (notification: Notification) => void;
  /** The level of the groups' headings. */
  heading: 'h2' | 'h3';
  /** True to omit the mark of read and unread, in a list of only unread ones. */
  dense?: boolean;
}

/**
 * Shows notifications in an accordion with one part for each role. The counts include notifications
 * that are not loaded (1 §2).
 */
export function NotificationGroups({
  notifications,
  counts,
  tab,
  onOpen,
  heading,
  dense = false,
}: Props) {
  const markRead = useMarkRead();
  const id = useId();
  return byRole(notifications, counts, tab).map(({ role, count, notifications: group }, index) => (
    <Accordion
      key={role}
      defaultExpanded
      disableGutters
      variant="outlined"
      slotProps={{ heading: { component: heading } }}
      sx={
        dense
          ? { border: 0, '&::before': { display: 'none' } }
          : { mb: 1.5, borderRadius: 1, '&::before': { display: 'none' } }
      }
    >
      <AccordionSummary
        expandIcon={<ExpandMore />}
        // The summary labels the region below.
        id={`${id}-${index}`}
        aria-controls={`${id}-${index}-list`}
        sx={{ '& .MuiAccordionSummary-content': { alignItems: 'center', gap: 1 } }}
      >
        <Typography component="span" sx={{ fontWeight: 620 }}>
          {role}
        </Typography>
        <Box
          component="span"
          sx={{
            px: 1,
            borderRadius: 4,
            bgcolor: 'quiet',
            fontFamily: 'fontFamily',
            fontSize: '0.8125rem',
            fontWeight: 600,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {formatNumber(count)}
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ p: 0 }}>
        {group.some(({ read }) => !read) && (
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', px: 1, pb: 0.5 }}>
            <Button
              size="small"
              startIcon={<DoneAllIcon />}
              aria-label={`Mark all of ${role} as read`}
              onClick={() => markRead.group(role)}
            >
              Mark all as read
            </Button>
          </Box>
        )}
        {group.length === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ px: 2, pb: 1.5 }}>
            These notifications are older than the ones shown here.
          </Typography>
        )}
        <PlainList aria-label={role}>
          {group.map((notification, place) => (
            <Item
              key={notification.id}
              notification={notification}
              title={titleAbove(group, place)}
              dense={dense}
              onOpen={() => onOpen(notification)}
              onRead={() => markRead.one(notification.id)}
            />
          ))}
        </PlainList>
      </AccordionDetails>
    </Accordion>
  ));
}

/**
 * Returns the title of the request above the first of its notifications. A pushed notification has
 * none until the list is read again.
 */
function titleAbove(group: readonly Notification[], place: number): string | undefined {
  const requestId = group[place]?.request_id;
  if (!requestId || group[place - 1]?.request_id === requestId) return undefined;
  const titled = group.find((one) => one.request_id === requestId && one.request_title);
  return titled?.request_title ?? undefined;
}

interface ItemProps {
  notification: Notification;
  title: string | undefined;
  dense: boolean;
  onOpen: () => void;
  onRead: () => void;
}

function Item({ notification, title, dense, onOpen, onRead }: ItemProps) {
  const { message, read, authored_on } = notification;
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      {title && (
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ px: 2, pt: 1.25, fontWeight: 620, ...asTyped }}
        >
          {title}
        </Typography>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <ButtonBase
          onClick={onOpen}
          sx={{
            flex: 1,
            minWidth: 0,
            px: 2,
            py: 1.25,
            display: 'grid',
            // On a phone, the text is below the mark.
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
            columnGap: 2,
            rowGap: 0.5,
            alignItems: 'center',
            textAlign: 'left',
            '&:hover': { bgcolor: 'quiet' },
            '&:focus-visible': { outlineOffset: -2 },
          }}
        >
          <Typography
            component="span"
            variant="body2"
            sx={{ fontWeight: read ? 400 : 560, ...asTyped }}
          >
            {message}
            <Typography
              component="span"
              variant="body2"
              color="textSecondary"
              sx={{ display: 'block', fontWeight: 400 }}
            >
              <time dateTime={authored_on} title={formatDateTime(authored_on)}>
                {timeAgo(authored_on)}
              </time>
            </Typography>
          </Typography>
          {!dense && <ReadMark read={read} urgent={asksForAction(notification)} />}
        </ButtonBase>
        {read ? (
          // Keeps read notifications aligned with the others.
          !dense && <Box sx={{ width: 46, flexShrink: 0 }} />
        ) : (
          <Tooltip title="Mark as read" describeChild>
            <IconButton
              size="small"
              aria-label={`Mark as read: ${message}`}
              onClick={onRead}
              sx={{ mx: 0.75, flexShrink: 0 }}
            >
              <DoneIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Box>
    </Box>
  );
}

/**
 * 'Attended' in green, or 'Unattended' (1 §2): in red if it asks for action, so that news does not
 * look like a task.
 */
function ReadMark({ read, urgent }: { read: boolean; urgent: boolean }) {
  return (
    <Box
      component="span"
      sx={(theme) => {
        const { approved, denied } = theme.vars.palette.status;
        const unread = urgent
          ? { color: denied.main, bgcolor: denied.tint }
          : { color: 'text.primary', bgcolor: 'quiet' };
        return {
          order: { xs: -1, sm: 0 },
          justifySelf: 'start',
          px: 1.125,
          py: 0.25,
          borderRadius: 4,
          fontFamily: 'fontFamily',
          fontSize: '0.8125rem',
          fontWeight: 600,
          ...(read ? { color: approved.main, bgcolor: approved.tint } : unread),
        };
      }}
    >
      {read ? 'Attended' : 'Unattended'}
    </Box>
  );
}
