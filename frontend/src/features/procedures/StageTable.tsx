import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { ApprovalProcedure, Stage } from '@/api/models';
import { NamedIcon } from '@/components/icons/NamedIcon';
import type { GridColumn } from '@/components/ServerGrid';
import { ListSearch, ServerList } from '@/components/ServerList';
import { tenRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { DeleteDialog } from './DeleteDialog';
import { EMPTY } from './list';
import { procedureQueries } from './queries';
import { RowActions } from '@/components/RowActions';
import { StageDialog } from './StageDialog';

/** What the call can sort by. */
const sorts: readonly SortKey<'/api/v1/data_requests/stage'>[] = [
  'stage_activity',
  'role',
  'stage_type',
  'stage_order',
  'branch_level',
];

const columns: readonly GridColumn<Stage>[] = [
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
    field: 'position',
    name: 'Position (X, Y)',
    width: 130,
    cell: ({ pos_x, pos_y }) => `${pos_x}, ${pos_y}`,
  },
];

interface Props {
  procedure: ApprovalProcedure;
  adding: boolean;
  onAdded: () => void;
}

/** The stages of a procedure (3 §2.7). */
export function StageTable({ procedure, adding, onAdded }: Props) {
  const list = useListUrl({ ...tenRows, sorts });
  const { search, sort, page, pageSize } = list;
  const id = procedure.approval_procedure_id;
  const loaded = useQuery(procedureQueries.stages(id, { search, sort, page, pageSize }));
  const [edited, setEdited] = useState<Stage | null>(null);
  const [deleted, setDeleted] = useState<Stage | null>(null);
  return (
    <>
      <ListSearch list={list} placeholder="Activity, role or stage type" />
      <ServerList
        label="Stages"
        list={list}
        loaded={loaded}
        columns={columns}
        keyOf={({ stage_id }) => stage_id}
        pageSizes={tenRows.pageSizes}
        empty={EMPTY}
        emptyHint="A procedure begins with an Initial stage and ends with a Terminal one."
        actionsWidth={120}
        actions={(stage) => (
          <RowActions
            of={stage.stage_activity}
            onEdit={() => setEdited(stage)}
            onDelete={() => setDeleted(stage)}
          />
        )}
      />
      {adding && <StageDialog procedure={procedure} onClose={onAdded} />}
      {edited && (
        <StageDialog procedure={procedure} stage={edited} onClose={() => setEdited(null)} />
      )}
      {deleted && (
        <DeleteDialog
          kind="stage"
          id={deleted.stage_id}
          noun="stage"
          name={deleted.stage_activity}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
}
