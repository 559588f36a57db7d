import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { StageType } from '@/api/models';
import type { GridColumn } from '@/components/ServerGrid';
import { ListSearch, ServerList } from '@/components/ServerList';
import { tenRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { DeleteDialog } from './DeleteDialog';
import { EMPTY } from './list';
import { procedureQueries } from './queries';
import { RowActions } from '@/components/RowActions';
import { StageTypeDialog } from './StageTypeDialog';

/** What the call can sort by. */
const sorts: readonly SortKey<'/api/v1/data_requests/stage_type'>[] = ['stage_type'];

const columns: readonly GridColumn<StageType>[] = [
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

/** The types of stages: three that are built in and stay, and those of one's own (3 §2.7). */
export function StageTypeTable({ adding, onAdded }: Props) {
  const list = useListUrl({ ...tenRows, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(procedureQueries.stageTypes({ search, sort, page, pageSize }));
  const [edited, setEdited] = useState<StageType | null>(null);
  const [deleted, setDeleted] = useState<StageType | null>(null);
  return (
    <>
      <ListSearch list={list} placeholder="Name of the stage type" />
      <ServerList
        label="Stage Types"
        list={list}
        loaded={loaded}
        columns={columns}
        keyOf={({ stage_type_id }) => stage_type_id}
        pageSizes={tenRows.pageSizes}
        empty={EMPTY}
        actionsWidth={120}
        actions={(stageType) =>
          stageType.built_in ? (
            'Built in'
          ) : (
            <RowActions
              of={stageType.stage_type}
              onEdit={() => setEdited(stageType)}
              onDelete={() => setDeleted(stageType)}
            />
          )
        }
      />
      {adding && <StageTypeDialog onClose={onAdded} />}
      {edited && <StageTypeDialog stageType={edited} onClose={() => setEdited(null)} />}
      {deleted && (
        <DeleteDialog
          kind="stageType"
          id={deleted.stage_type_id}
          noun="stage type"
          name={deleted.stage_type}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
}
