import Box from '@mui/material/Box';
import type { SortKey } from '@/api/lists';
import type { ApprovalProcedure, Stage } from '@/api/models';
import { NamedIcon } from '@/ui/icons/NamedIcon';
import { RecordList } from '@/ui/records/RecordList';
import type { ListColumn } from '@/ui/table/columns';
import { count } from '@/lib/numbers';
import { tenRows } from '@/lib/pageSizes';
import { lazyDialog } from '@/lib/lazyPart';
import { DeleteDialog } from './DeleteDialog';
import { EMPTY } from './list';
import { procedureQueries } from './queries';

const StageDialog = lazyDialog(() => import('./StageDialog'), 'StageDialog');

const sorts: readonly SortKey<'/api/v1/data_requests/stage'>[] = [
  'stage_activity',
  'role',
  'stage_type',
  'stage_order',
  'branch_level',
];

const columns: readonly ListColumn<Stage>[] = [
  {
    field: 'stage_activity',
    name: 'Stage Activity',
    flex: 1.3,
    minWidth: 200,
    cell: ({ stage_activity, icon }) => (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <NamedIcon name={icon} />
        <strong>{stage_activity}</strong>
      </Box>
    ),
  },
  {
    field: 'role',
    name: 'Role',
    flex: 1,
    minWidth: 180,
    cell: ({ role_name }) => role_name,
  },
  {
    field: 'stage_type',
    name: 'Stage Type',
    width: 130,
    cell: ({ stage_type_name }) => stage_type_name,
  },
  {
    field: 'stage_order',
    name: 'Stage Order',
    width: 120,
    cell: ({ stage_order }) => stage_order,
  },
  {
    field: 'branch_level',
    name: 'Branch Level',
    width: 125,
    cell: ({ branch_level }) => branch_level,
  },
  {
    field: 'target',
    name: 'Target',
    width: 145,
    cell: ({ target }) => (target == null ? '–' : count(target, 'working day')),
  },
];

interface Props {
  procedure: ApprovalProcedure;
  adding: boolean;
  onAdded: () => void;
}

/** Lists the stages of a procedure (3 §2.7). */
export function StageTable({ procedure, adding, onAdded }: Props) {
  const id = procedure.approval_procedure_id;
  return (
    <RecordList
      label="Stages"
      pages={tenRows}
      sorts={sorts}
      columns={columns}
      keyOf={({ stage_id }) => stage_id}
      read={(args) => procedureQueries.stages(id, args)}
      placeholder="Activity, role or stage type"
      empty={EMPTY}
      emptyHint="A procedure begins with an Initial stage and ends with a Terminal one."
      actionsWidth={190}
      adding={adding}
      onAdded={onAdded}
      nameOf={(stage) => stage.stage_activity}
      dialog={(stage, onClose) => (
        <StageDialog procedure={procedure} stage={stage} onClose={onClose} />
      )}
      removal={(record, onClose) => (
        <DeleteDialog
          kind="stage"
          id={record.stage_id}
          name={record.stage_activity}
          onClose={onClose}
        />
      )}
    />
  );
}
