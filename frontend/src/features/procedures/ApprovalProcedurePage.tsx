import ArrowBack from '@mui/icons-material/ArrowBack';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { isNotFound } from '@/api/errors';
import type { ApprovalProcedure } from '@/api/models';
import { paths } from '@/app/paths';
import { CountTabs } from '@/ui/CountTabs';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { YesOrNo } from '@/ui/YesOrNo';
import { lazyDialog, lazyPart } from '@/lib/lazyPart';
import { tenRows } from '@/lib/pageSizes';
import { recordId } from '@/lib/recordId';
import { useListUrl } from '@/lib/useListUrl';
import { ExportButton } from './exchange/ExportButton';
import { HistoryTable } from './HistoryTable';
import { procedureQueries } from './queries';
import { Faults } from './Refusal';
import { StagesTab, stageLists, type StageList } from './StagesTab';

const DuplicateDialog = lazyDialog(() => import('./exchange/DuplicateDialog'), 'DuplicateDialog');

const TemplateTab = lazyPart(() => import('./template/TemplateTab'));
const TrialTab = lazyPart(() => import('./trial/TrialTab'));

const tabs = [
  { key: 'flow', title: 'Stages' },
  { key: 'template', title: 'Approval Template' },
  { key: 'trial', title: 'Try it' },
  { key: 'history', title: 'History' },
] as const;

type TabKey = (typeof tabs)[number]['key'];

/**
 * /superuser/approval_procedure/{approval_id}: a procedure on four tabs: its stages, letter
 * template, trial and history (3 §2.7).
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

const WHAT =
  'An approval procedure is the chain of stages that a request passes: at each stage, one person with its role approves or declines.';

/** Returns two sentences: what a procedure is, and what the state of this one means. */
function introduction({ is_active, is_default }: ApprovalProcedure): string {
  if (is_default) {
    return `${WHAT} New requests follow this one, so every save must leave it without faults, and requests already under way keep the stages they began with.`;
  }
  if (is_active) {
    return `${WHAT} This one is active, so every save must leave it without faults, but new requests follow it only once it’s the default.`;
  }
  return `${WHAT} This one is a draft: no request follows it until you make it active and the default.`;
}

function Procedure({ procedure }: { procedure: ApprovalProcedure }) {
  const { filters, change } = useListUrl({
    pageSize: tenRows.pageSize,
    filters: ['tab'] as const,
    allowed: { tab: [...stageLists, ...tabs.map(({ key }) => key)] },
  });
  const list = stageLists.find((key) => key === filters.tab);
  const activeTab = tabs.find(({ key }) => key === filters.tab) ?? tabs[0];
  const [duplicating, setDuplicating] = useState(false);
  const show = (key: TabKey | StageList) =>
    change({ tab: key === tabs[0].key ? '' : key, search: '', sort: '' });
  // The drawing marks each fault and warning at its stage or link.
  const isDrawn = activeTab.key === 'flow' && !list;
  return (
    <>
      <PageHeader
        title={procedure.name}
        above={<BackButton />}
        purpose={introduction(procedure)}
        status={
          <Box sx={{ display: 'flex', gap: 1 }}>
            <YesOrNo value={procedure.is_active} yes="Active" no="Not active" />
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
          </>
        }
      />
      {procedure.faults.length > 0 && !isDrawn && (
        <Box sx={{ mb: 3 }}>
          <Faults
            message="This procedure cannot be activated or made the default as long as it has faults:"
            faults={procedure.faults}
          />
        </Box>
      )}
      {procedure.warnings.length > 0 && !isDrawn && (
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
          {activeTab.key === 'flow' && (
            <StagesTab procedure={procedure} list={list} onShow={(next) => show(next ?? 'flow')} />
          )}
          {activeTab.key === 'template' && <TemplateTab procedure={procedure} />}
          {activeTab.key === 'trial' && <TrialTab procedure={procedure} />}
        </Suspense>
        {activeTab.key === 'history' && (
          <HistoryTable procedureId={procedure.approval_procedure_id} />
        )}
      </CountTabs>
      {duplicating && (
        <DuplicateDialog procedure={procedure} onClose={() => setDuplicating(false)} />
      )}
    </>
  );
}
