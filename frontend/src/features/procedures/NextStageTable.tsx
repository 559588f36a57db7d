import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { ApprovalProcedure, NextStage } from '@/api/models';
import type { GridColumn } from '@/components/ServerGrid';
import { ListSearch, ServerList } from '@/components/ServerList';
import { tenRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { DeleteDialog } from './DeleteDialog';
import { EMPTY } from './list';
import { NextStageDialog } from './NextStageDialog';
import { procedureQueries } from './queries';
import { RowActions } from '@/components/RowActions';

/** What the call can sort by. */
const sorts: readonly SortKey<'/api/v1/data_requests/next_stage/list'>[] = [
  'procedure',
  'current_stage_activity',
  'next_stage_activity',
];

const columns: readonly GridColumn<NextStage>[] = [
  {
    field: 'procedure',
    name: 'Approval Procedure',
    flex: 1,
    minWidth: 180,
    cell: ({ procedure }) => procedure,
  },
  {
    field: 'current_stage_activity',
    name: 'Current Stage',
    flex: 1,
    minWidth: 180,
    cell: ({ current_stage_activity }) => <strong>{current_stage_activity}</strong>,
  },
  {
    field: 'next_stage_activity',
    name: 'Next Stage',
    flex: 1,
    minWidth: 180,
    cell: ({ next_stage_activity }) => <strong>{next_stage_activity}</strong>,
  },
];

interface Props {
  procedure: ApprovalProcedure;
  adding: boolean;
  onAdded: () => void;
}

const nameOf = ({ current_stage_activity, next_stage_activity }: NextStage) =>
  `${current_stage_activity} to ${next_stage_activity}`;

/** Which stage of a procedure follows which (3 §2.7). */
export function NextStageTable({ procedure, adding, onAdded }: Props) {
  const list = useListUrl({ ...tenRows, sorts });
  const { search, sort, page, pageSize } = list;
  const id = procedure.approval_procedure_id;
  const loaded = useQuery(procedureQueries.nextStages(id, { search, sort, page, pageSize }));
  const [edited, setEdited] = useState<NextStage | null>(null);
  const [deleted, setDeleted] = useState<NextStage | null>(null);
  return (
    <>
      <ListSearch list={list} placeholder="Activity of a stage" />
      <ServerList
        label="List of Next Stages"
        list={list}
        loaded={loaded}
        columns={columns}
        keyOf={({ next_stage_id }) => next_stage_id}
        pageSizes={tenRows.pageSizes}
        empty={EMPTY}
        emptyHint="Add the stages first, then say which one follows which."
        actionsWidth={120}
        actions={(link) => (
          <RowActions
            of={nameOf(link)}
            onEdit={() => setEdited(link)}
            onDelete={() => setDeleted(link)}
          />
        )}
      />
      {adding && <NextStageDialog procedure={procedure} onClose={onAdded} />}
      {edited && (
        <NextStageDialog procedure={procedure} link={edited} onClose={() => setEdited(null)} />
      )}
      {deleted && (
        <DeleteDialog
          kind="nextStage"
          id={deleted.next_stage_id}
          noun="link"
          name={nameOf(deleted)}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
}
