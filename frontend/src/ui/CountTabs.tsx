import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, type ReactNode } from 'react';
import { formatNumber } from '@/lib/numbers';
import { OverdueBadge } from './OverdueBadge';

interface CountedTab<Key extends string> {
  key: Key;
  title: string;
  /** Number of entries on the tab. Undefined while unknown. */
  count?: number;
  /** Number of these entries that are overdue. */
  overdue?: number;
  /** True if the entries need action. */
  urgent?: boolean;
}

interface Props<Key extends string> {
  label: string;
  tabs: readonly CountedTab<Key>[];
  shown: Key;
  onShow: (key: Key) => void;
  showZero?: boolean;
  children: ReactNode;
}

/** Tabs with the number of entries on each, and the panel of the selected one. */
export function CountTabs<Key extends string>(props: Props<Key>) {
  const { label, tabs, shown, onShow, showZero = false, children } = props;
  const id = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Tabs
        value={shown}
        onChange={(_, key: Key) => onShow(key)}
        aria-label={label}
        sx={{
          borderBottom: 1,
          borderColor: 'divider',
          mb: 2,
          '& .MuiTab-root': { minWidth: { xs: 0, sm: 90 }, px: { xs: 1.5, sm: 2 } },
        }}
      >
        {tabs.map(({ key, title, count, overdue, urgent = false }) => (
          <Tab
            key={key}
            value={key}
            id={`${id}-${key}`}
            aria-controls={id}
            label={
              <span>
                <Badge
                  badgeContent={count ? formatNumber(count) : count}
                  color={urgent && count ? 'secondary' : 'default'}
                  showZero={showZero}
                  // A badge is hidden from screen readers by default, but the count belongs to the
                  // tab's name.
                  slotProps={{ badge: { 'aria-hidden': false } }}
                  sx={{
                    pr: showZero || count ? 2.5 : 0,
                    '& .MuiBadge-badge': {
                      top: 10,
                      right: 2,
                      ...(!(urgent && count) && { bgcolor: 'quiet', color: 'text.primary' }),
                    },
                  }}
                >
                  {title}
                </Badge>
                {overdue ? <OverdueBadge count={overdue} /> : null}
              </span>
            }
          />
        ))}
      </Tabs>
      <Box id={id} role="tabpanel" aria-labelledby={`${id}-${shown}`}>
        {children}
      </Box>
    </Box>
  );
}
