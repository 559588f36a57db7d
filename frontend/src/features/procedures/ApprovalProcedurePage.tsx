import ArrowBack from '@mui/icons-material/ArrowBack';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ComponentProps, type ComponentType } from 'react';
import { Link, useParams } from 'react-router';
import { isNotFound } from '@/api/errors';
import type { ApprovalProcedure } from '@/api/models';
import { paths } from '@/app/paths';
import { CountTabs } from '@/ui/CountTabs';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { lazyDialog, lazyPart } from '@/lib/lazyPart';
import { tenRows } from '@/lib/pageSizes';
import { recordId } from '@/lib/recordId';
import { useListUrl } from '@/lib/useListUrl';
import { AddButton } from './AddButton';
import { ExportButton } from './exchange/ExportButton';
import { FlowDiagram } from './FlowDiagram';
import { HistoryTable } from './HistoryTable';
import { procedureQueries } from './queries';
import { Faults } from './Refusal';
import { StageTable } from './StageTable';

const DuplicateDialog = lazyDialog(() => import('./exchange/DuplicateDialog'), 'DuplicateDialog');

const NextStageTable = lazyPart(async () => ({
  default: (await import('./NextStageTable')).NextStageTable,
}));
const DrawingTab = lazyPart(() => import('./drawing/DrawingTab'));
const TemplateTab = lazyPart(() => import('./template/TemplateTab'));
const TrialTab = lazyPart(() => import('./trial/TrialTab'));

const tabs = [
  { key: 'stages', title: 'Stage' },
  { key: 'next_stages', title: 'Next Stage' },
  { key: 'template', title: 'Approval Template' },
  { key: 'drawing', title: 'Drawing' },
  { key: 'trial', title: 'Try it' },
  { key: 'history', title: 'History' },
] as const;

type TabKey = (typeof tabs)[number]['key'];

/** The tabs with a table, below which the flow is drawn. */
const tables: Partial<Record<TabKey, ComponentType<ComponentProps<typeof StageTable>>>> = {
  stages: StageTable,
  next_stages: NextStageTable,
};

/**
 * /superuser/approval_procedure/{approval_id}: the stages of a procedure, their order and the
 * drawing (3 §2.7).
 */
export default function ApprovalProcedurePage() {
  const id = recordId(useParams().approval_id) ?? 0;
  const loaded = useQuery(procedureQueries.procedure(id));
  if (loaded.data) return <Procedure procedure={loaded.data} />;
  return (
    <>
      <PageHeader title="Approval Procedure" above={<BackButton />} />
      <NotLoaded error={loaded.error} onRetry={() => void loaded.refetch()} />
    </>
  );
}

/**
 * Shown until the procedure is loaded, or if loading failed. For a missing or deleted one there is
 * no Try again (3 §2.7).
 */
function NotLoaded({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (isNotFound(error)) {
    return (
      <EmptyState
        message="No Approval Procedure information found"
        hint="It may have been deleted. Go back to the list of procedures."
      />
    );
  }
  return error ? <LoadFailed error={error} onRetry={onRetry} /> : <RowsSkeleton />;
}

function BackButton() {
  return (
    <Button component={Link} to={paths.superUserApprovalProcedure} startIcon={<ArrowBack />}>
      Back
    </Button>
  );
}

/** Returns a text about the consequences of changing the procedure now. */
function consequence({ is_active, is_default }: ApprovalProcedure): string {
  if (is_default) {
    return 'New requests follow this procedure. Every change must leave it without faults. On the tab Drawing, you can save several changes at once.';
  }
  if (is_active) {
    return 'This procedure is active, so every change must leave it without faults. On the tab Drawing, you can save several changes at once.';
  }
  return 'Add the stages, and link each with the next. Requests already under way keep their procedure.';
}

function Procedure({ procedure }: { procedure: ApprovalProcedure }) {
  const { filters, change } = useListUrl({
    pageSize: tenRows.pageSize,
    filters: ['tab'] as const,
    allowed: { tab: tabs.map(({ key }) => key) },
  });
  const activeTab = tabs.find(({ key }) => key === filters.tab) ?? tabs[0];
  const [adding, setAdding] = useState(false);
  const [duplicating, setDuplicating] = useState(false);
  const Table = tables[activeTab.key];
  const show = (key: TabKey) =>
    change({ tab: key === tabs[0].key ? '' : key, search: '', sort: '' });
  return (
    <>
      <PageHeader
        title={procedure.name}
        above={<BackButton />}
        purpose={consequence(procedure)}
        status={
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Chip
              size="small"
              variant="outlined"
              label={procedure.is_active ? 'Active' : 'Not active'}
            />
            {procedure.is_default && <Chip size="small" color="primary" label="Default" />}
          </Box>
        }
        action={
          <>
            <Button
              variant="outlined"
              startIcon={<ContentCopyOutlined />}
              onClick={() => setDuplicating(true)}
            >
              Duplicate
            </Button>
            <ExportButton procedure={procedure} />
            {Table && (
              <AddButton label={`Add ${activeTab.title}`} onClick={() => setAdding(true)} />
            )}
          </>
        }
      />
      {/* The drawing marks each fault at its stage or link. */}
      {procedure.faults.length > 0 && activeTab.key !== 'drawing' && (
        <Box sx={{ mb: 3 }}>
          <Faults
            message="This procedure cannot be activated or made the default as long as it has faults:"
            faults={procedure.faults}
          />
        </Box>
      )}
      {procedure.warnings.length > 0 && (
        <Box sx={{ mb: 3 }}>
          <Faults
            severity="info"
            label="Warnings"
            message="You can continue, but please check:"
            faults={procedure.warnings}
          />
        </Box>
      )}
      <CountTabs label="Parts of the procedure" tabs={tabs} shown={activeTab.key} onShow={show}>
        <Suspense fallback={<RowsSkeleton />}>
          {Table && (
            <Table
              key={activeTab.key}
              procedure={procedure}
              adding={adding}
              onAdded={() => setAdding(false)}
            />
          )}
          {activeTab.key === 'drawing' && <DrawingTab procedure={procedure} />}
          {activeTab.key === 'template' && <TemplateTab procedure={procedure} />}
          {activeTab.key === 'trial' && <TrialTab procedure={procedure} />}
        </Suspense>
        {activeTab.key === 'history' && (
          <HistoryTable procedureId={procedure.approval_procedure_id} />
        )}
      </CountTabs>
      {Table && (
        <FlowDiagram procedureId={procedure.approval_procedure_id} onEdit={() => show('drawing')} />
      )}
      {duplicating && (
        <DuplicateDialog procedure={procedure} onClose={() => setDuplicating(false)} />
      )}
    </>
  );
}
