import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { CountTabs } from '@/ui/CountTabs';
import { PageHeader } from '@/ui/PageHeader';
import { tenRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { lazyDialog } from '@/lib/lazyPart';
import { AddButton } from './AddButton';
import { HistoryTable } from './HistoryTable';
import { ProcedureTable } from './ProcedureTable';
import { StageTypeTable } from './StageTypeTable';

const ImportProcedureDialog = lazyDialog(
  () => import('./exchange/ImportProcedureDialog'),
  'ImportProcedureDialog',
);

const tabs = [
  { key: 'procedures', title: 'Approval Procedure', table: ProcedureTable },
  { key: 'stage_types', title: 'Stage Type', table: StageTypeTable },
  { key: 'history', title: 'History', table: undefined },
] as const;

/**
 * /superuser/approval_procedure: the procedures that requests can follow, the types of their
 * stages, and the history of changes. Procedures can be imported (3 §2.7).
 */
export default function ApprovalProceduresPage() {
  const { filters, change } = useListUrl({
    pageSize: tenRows.pageSize,
    filters: ['tab'] as const,
    allowed: { tab: tabs.map(({ key }) => key) },
  });
  const activeTab = tabs.find(({ key }) => key === filters.tab) ?? tabs[0];
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const Table = activeTab.table;
  return (
    <>
      <PageHeader
        title="Approval Procedure"
        purpose="The stages that a request passes, one after the other. New requests follow the default procedure. Requests already under way keep theirs."
        action={
          <>
            {activeTab.key === 'procedures' && (
              <Button
                variant="outlined"
                startIcon={<UploadFileOutlined />}
                onClick={() => setImporting(true)}
              >
                Import
              </Button>
            )}
            {Table && (
              <AddButton label={`Add ${activeTab.title}`} onClick={() => setAdding(true)} />
            )}
          </>
        }
      />
      <CountTabs
        label="Approval procedures, stage types and history"
        tabs={tabs}
        shown={activeTab.key}
        onShow={(key) => change({ tab: key === tabs[0].key ? '' : key, search: '', sort: '' })}
      >
        {Table ? (
          <Table key={activeTab.key} adding={adding} onAdded={() => setAdding(false)} />
        ) : (
          <HistoryTable />
        )}
      </CountTabs>
      {importing && <ImportProcedureDialog onClose={() => setImporting(false)} />}
    </>
  );
}
