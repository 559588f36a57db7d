import PlaylistAddOutlined from '@mui/icons-material/PlaylistAddOutlined';
import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { ApprovalProcedure, NextStage } from '@/api/models';
import { RecordList } from '@/ui/records/RecordList';
import type { ListColumn } from '@/ui/table/columns';
import { tenRows } from '@/lib/pageSizes';
import { DeleteDialog } from './DeleteDialog';
import { InsertStageDialog } from './InsertStageDialog';
import { EMPTY } from './list';
import { NextStageDialog } from './NextStageDialog';
import { procedureQueries } from './queries';

const sorts: readonly SortKey<'/api/v1/data_requests/next_stage/list'>[] = [
  'procedure',
  'current_stage_activity',
  'next_stage_activity',
];

const columns: readonly ListColumn<NextStage>[] = [
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

/** Lists the links between the stages of a procedure (3 §2.7). */
export function NextStageTable({ procedure, adding, onAdded }: Props) {
  const id = procedure.approval_procedure_id;
  const [inserted, setInserted] = useState<NextStage | null>(null);
  return (
    <>
      <RecordList
        label="List of Next Stages"
        pages={tenRows}
        sorts={sorts}
        columns={columns}
        keyOf={({ next_stage_id }) => next_stage_id}
        read={(args) => procedureQueries.nextStages(id, args)}
        placeholder="Activity of a stage"
        empty={EMPTY}
        emptyHint="Add the stages first, then link each with the next."
        actionsWidth={140}
        more={(link) => [
          {
            title: 'Insert a stage',
            icon: PlaylistAddOutlined,
            onClick: () => setInserted(link),
          },
        ]}
        adding={adding}
        onAdded={onAdded}
        nameOf={nameOf}
        dialog={(link, onClose) => (
          <NextStageDialog procedure={procedure} link={link} onClose={onClose} />
        )}
        removal={(record, onClose) => (
          <DeleteDialog
            kind="link"
            id={record.next_stage_id}
            name={nameOf(record)}
            onClose={onClose}
          />
        )}
      />
      {inserted && (
        <InsertStageDialog
          procedure={procedure}
          link={inserted}
          onClose={() => setInserted(null)}
        />
      )}
    </>
  );
}
