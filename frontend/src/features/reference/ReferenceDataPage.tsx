import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { CountTabs } from '@/ui/CountTabs';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { lazyPart } from '@/lib/lazyPart';
import { entryKinds } from './entryKinds';
import { EntryTab } from './EntryTab';

const FacilityTab = lazyPart(async () => ({
  default: (await import('./FacilityTab')).FacilityTab,
}));

const tabs = [
  { key: 'purposes', title: 'Purposes' },
  { key: 'committees', title: 'Ethics Committees' },
  { key: 'equipment', title: 'Equipment Types' },
  { key: 'facilities', title: 'Facilities' },
] as const;

type TabKey = (typeof tabs)[number]['key'];

/** /superuser/reference-data: the lists that requests choose from (decisions RD1). */
export default function ReferenceDataPage() {
  const [params, setParams] = useSearchParams();
  const { key } = tabs.find((tab) => tab.key === params.get('tab')) ?? tabs[0];
  return (
    <>
      <PageHeader
        title="Reference Data"
        purpose="Maintain the lists that Data Requests choose from. Deactivated entries are no longer offered, but existing requests keep them."
      />
      <CountTabs<TabKey>
        label="Reference data"
        tabs={tabs}
        shown={key}
        // Drops the other parameters, because each list has its own page, search and order.
        onShow={(tab) => setParams(tab === 'purposes' ? {} : { tab })}
      >
        <Suspense fallback={<RowsSkeleton />}>
          {key === 'facilities' ? <FacilityTab /> : <EntryTab key={key} kind={entryKinds[key]} />}
        </Suspense>
      </CountTabs>
    </>
  );
}
