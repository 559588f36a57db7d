import { useQuery } from '@tanstack/react-query';
import type { SortKey } from '@/api/lists';
import type { ProcedureChange } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import type { ListColumn } from '@/ui/table/columns';
import { ListSearch, ServerList } from '@/ui/ServerList';
import { formatDateTime } from '@/lib/dates';
import { tenRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { procedureQueries } from './queries';

const sorts: readonly SortKey<'/api/v1/data_requests/approval_procedures/history'>[] = [
  'changed_on',
];

const columns: readonly ListColumn<ProcedureChange>[] = [
  {
    field: 'changed_on',
    name: 'Changed On',
    width: 190,
    cell: ({ changed_on }) => formatDateTime(changed_on),
  },
  {
    field: 'changed_by',
    name: 'Changed By',
    flex: 0.7,
    minWidth: 150,
    cell: ({ fname, sname }) => `${fname} ${sname}`,
  },
  {
    field: 'lines',
    name: 'What was changed',
    flex: 2,
    minWidth: 280,
    cell: ({ lines }) => (
      <PlainList sx={{ overflowWrap: 'anywhere' }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </PlainList>
    ),
  },
];

const ofAll: readonly ListColumn<ProcedureChange>[] = [
  columns[0]!,
  {
    field: 'procedure',
    name: 'Approval Procedure',
    flex: 0.8,
    minWidth: 160,
    cell: ({ procedure }) => <strong>{procedure}</strong>,
  },
  ...columns.slice(1),
];

/**
 * Lists the changes of a procedure. Without an id it lists the changes of all procedures, including
 * deleted ones.
 */
export function HistoryTable({ procedureId }: { procedureId?: number }) {
  const list = useListUrl({ ...tenRows, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(procedureQueries.history(procedureId, { search, sort, page, pageSize }));
  return (
    <>
      <ListSearch list={list} placeholder="Person or change" />
      <ServerList
        label="History"
        columns={procedureId === undefined ? ofAll : columns}
        keyOf={({ procedure_change_id }) => procedure_change_id}
        pageSizes={tenRows.pageSizes}
        empty="No changes found"
        emptyHint="Changes to procedures appear here."
        list={list}
        loaded={loaded}
      />
    </>
  );
}
