import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '@/app/paths';
import { CountTabs } from '@/ui/CountTabs';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { lazyPart } from '@/lib/lazyPart';
import { SourceTab } from './SourceTab';
import { TopicTab } from './TopicTab';

const CustodianTab = lazyPart(async () => ({
  default: (await import('./CustodianTab')).CustodianTab,
}));
const VersionTab = lazyPart(async () => ({ default: (await import('./VersionTab')).VersionTab }));

const tabs = [
  { key: 'sources', title: 'Data Source', Tab: SourceTab },
  { key: 'custodians', title: 'Data Custodian', Tab: CustodianTab },
  { key: 'versions', title: 'Data Source Versions', Tab: VersionTab },
  { key: 'topics', title: 'Topic', Tab: TopicTab },
] as const;

type TabKey = (typeof tabs)[number]['key'];

/** /superuser/data_dictionary: data sources, their custodians, versions and topics (3 §2.8). */
export default function DataDictionaryPage() {
  const [params, setParams] = useSearchParams();
  const { key, Tab } = tabs.find((tab) => tab.key === params.get('tab')) ?? tabs[0];
  return (
    <>
      <PageHeader
        title="Manage Data Dictionary"
        action={
          <Button component={Link} to={paths.superUserImports} variant="outlined">
            Import a dictionary
          </Button>
        }
        purpose="Describe the data sources, assign their data custodians, and choose what is published."
      />
      <CountTabs<TabKey>
        label="Records of the data dictionary"
        tabs={tabs}
        shown={key}
        // Drops the other parameters, because each list has its own page, search and order.
        onShow={(tab) => setParams(tab === 'sources' ? {} : { tab })}
      >
        <Suspense fallback={<RowsSkeleton />}>
          <Tab />
        </Suspense>
      </CountTabs>
    </>
  );
}
