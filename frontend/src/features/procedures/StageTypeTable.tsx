import type { SortKey } from '@/api/lists';
import type { StageType } from '@/api/models';
import { RecordList } from '@/ui/records/RecordList';
import type { ListColumn } from '@/ui/table/columns';
import { tenRows } from '@/lib/pageSizes';
import { lazyDialog } from '@/lib/lazyPart';
import { DeleteDialog } from './DeleteDialog';
import { EMPTY } from './list';
import { procedureQueries } from './queries';

const StageTypeDialog = lazyDialog(() => import('./StageTypeDialog'), 'StageTypeDialog');

const sorts: readonly SortKey<'/api/v1/data_requests/stage_type'>[] = ['stage_type'];

const columns: readonly ListColumn<StageType>[] = [
  {
    field: 'stage_type',
    name: 'Stage Type',
    flex: 1,
    minWidth: 200,
    cell: ({ stage_type }) => <strong>{stage_type}</strong>,
  },
  {
    field: 'built_in',
    name: 'What it does',
    flex: 2,
    minWidth: 220,
    cell: ({ stage_type, built_in }) =>
      built_in ? (meanings[stage_type] ?? 'Built in') : 'Behaves as a Junction',
  },
];

const meanings: Readonly<Record<string, string>> = {
  Initial: 'Where a request begins; approved by submitting it',
  Junction: 'A step in between, where a role decides',
  Terminal: 'Where a request ends; approved by the feedback of the requester',
};

interface Props {
  adding: boolean;
  onAdded: () => void;
}

/**
 * Lists the stage types: three built-in ones, which cannot be removed, and custom ones (3 §2.7).
 */
export function StageTypeTable({ adding, onAdded }: Props) {
  return (
    <RecordList
      label="Stage Types"
      pages={tenRows}
      sorts={sorts}
      columns={columns}
      keyOf={({ stage_type_id }) => stage_type_id}
      read={procedureQueries.stageTypes}
      placeholder="Name of the stage type"
      empty={EMPTY}
      actionsWidth={190}
      adding={adding}
      onAdded={onAdded}
      nameOf={(stageType) => stageType.stage_type}
      fixed={({ built_in }) => (built_in ? 'Built in' : undefined)}
      dialog={(stageType, onClose) => <StageTypeDialog stageType={stageType} onClose={onClose} />}
      removal={(record, onClose) => (
        <DeleteDialog
          kind="stage type"
          id={record.stage_type_id}
          name={record.stage_type}
          onClose={onClose}
        />
      )}
    />
  );
}
