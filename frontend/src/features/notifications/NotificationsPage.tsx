import MailOutlined from '@mui/icons-material/MailOutlined';
import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiTab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { useSession } from '@/api/session';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { useLastCount } from '@/ui/lastCount';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { lazyPart } from '@/lib/lazyPart';
import { useListUrl } from '@/lib/useListUrl';
import type { Tab } from './grouping';
import { NotificationGroups } from './NotificationGroups';
import { notificationQueries, PAGE_SIZE } from './queries';
import { useOpenNotification } from './useOpenNotification';

const MailSettingsDialog = lazyPart(() => import('./MailSettingsDialog'));

const tabs = [
  { key: 'all', title: 'All' },
  { key: 'unread', title: 'Unread' },
  { key: 'read', title: 'Read' },
] as const satisfies readonly { key: Tab; title: string }[];

/** /notifications: all notifications of the user, grouped by role (1 §2). */
export default function NotificationsPage() {
  const userId = useSession()?.user.user_id ?? 0;
  const { filters, change } = useListUrl({
    pageSize: PAGE_SIZE,
    filters: ['tab'] as const,
    allowed: { tab: tabs.map(({ key }) => key) },
  });
  const tab = tabs.find(({ key }) => key === filters.tab) ?? tabs[0];
  const panelId = useId();
  const [choosingMails, setChoosingMails] = useState(false);
  return (
    <Box sx={{ maxWidth: 960 }}>
      <PageHeader
        title="Notifications"
        purpose="Tasks that wait for you come first, then decisions, then news."
        action={
          <Button
            variant="outlined"
            startIcon={<MailOutlined />}
            onClick={() => setChoosingMails(true)}
          >
            Email settings
          </Button>
        }
      />
      <Suspense fallback={null}>
        {choosingMails && <MailSettingsDialog onClose={() => setChoosingMails(false)} />}
      </Suspense>
      <Tabs
        value={tab.key}
        onChange={(_, key: Tab) => change({ tab: key === tabs[0].key ? '' : key })}
        aria-label="Notifications"
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}
      >
        {tabs.map(({ key, title }) => (
          <MuiTab
            key={key}
            value={key}
            label={title}
            id={`${panelId}-${key}`}
            aria-controls={panelId}
          />
        ))}
      </Tabs>
      <Box id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab.key}`}>
        <NotificationList key={tab.key} userId={userId} tab={tab.key} />
      </Box>
    </Box>
  );
}

function Nothing() {
  return (
    <EmptyState
      message="No Notification"
      hint="You are notified here and by email when something happens."
      icon={NotificationsNoneOutlined}
    />
  );
}

function NotificationList({ userId, tab }: { userId: number; tab: Tab }) {
  const query = useInfiniteQuery(notificationQueries.pagesOf(userId, tab));
  const open = useOpenNotification();
  const lastCount = useLastCount(query.data?.pages[0]?.notifications.length);
  if (query.error && !query.data) {
    return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <RowsSkeleton count={lastCount} />;
  const { pages } = query.data;
  const notifications = pages.flatMap((page) => page.notifications);
  return (
    <>
      {notifications.length === 0 && !query.hasNextPage && <Nothing />}
      <NotificationGroups
        notifications={notifications}
        counts={notifications.length > 0 ? (pages.at(-1)?.groups ?? []) : []}
        tab={tab}
        heading="h2"
        onOpen={open}
      />
      {query.hasNextPage && (
        <Button
          variant="outlined"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older notifications
        </Button>
      )}
    </>
  );
}
