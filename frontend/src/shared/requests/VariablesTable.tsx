import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataRequest, DatasetVariable } from '@/api/models';
import { isSettled } from '@/ui/RevealWhenSettled';
import { DataItem, DataList } from '@/ui/DataList';
import { LoadFailed } from '@/ui/LoadFailed';
import { plainMeaning } from '@/shared/dictionary/Meaning';
import { Pages } from '@/ui/Pages';
import { RowsSkeleton } from '@/ui/Skeletons';
import type { ListColumn } from '@/ui/table/columns';
import { TableWithPages } from '@/ui/table/TableWithPages';
import { firstPage, nextQuery } from '@/ui/table/usePages';
import { count } from '@/lib/numbers';
import { datasetQueries } from './datasetQueries';
import { DictionaryChangedNotice } from './DictionaryChangedNotice';
import { SinceRequestMark } from './SinceRequestMark';

const columns: readonly ListColumn<DatasetVariable>[] = [
  {
    field: 'var_name',
    name: 'Variable',
    flex: 1.2,
    minWidth: 120,
    cell: (row) => (
      <>
        <VariableName row={row} strong />
        {row.is_distinct && ', distinct values only'}
        <SinceRequestMark row={row} />
      </>
    ),
  },
  { field: 'tbl_name', name: 'Table', flex: 1, minWidth: 110, cell: (row) => row.var.tbl_name },
  {
    field: 'data_type',
    name: 'Data type',
    flex: 0.7,
    minWidth: 90,
    cell: (row) => row.var.data_type,
  },
  {
    field: 'meaning',
    name: 'Meaning',
    flex: 2,
    minWidth: 160,
    cell: (row) => plainMeaning(row.var.meaning_blocks),
  },
];

interface Props {
  request: DataRequest;
  /** A table of the variables, or only their names grouped by table. */
  as?: 'table' | 'names';
}

/**
 * The requested variables by dataset, with personally identifiable information marked (2 §2). The
 * variables are loaded page by page.
 */
export function VariablesTable({ request, as = 'table' }: Props) {
  const datasets = request.requested_datasets.filter(({ variables_count }) => variables_count > 0);
  const several = request.requested_datasets.length > 1;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {datasets.map(({ rdataset_id: id, data_source: { source }, variables_count: total }) => (
        <div key={id}>
          {several && (
            <Typography variant="body2" sx={{ fontWeight: 550, mb: 0.75 }}>
              Dataset {id}, {source}: {count(total, 'variable')}
            </Typography>
          )}
          <VariablesOf
            datasetId={id}
            total={total}
            label={several ? `Requested variables of dataset ${id}` : 'Requested variables'}
            as={as}
          />
        </div>
      ))}
    </Box>
  );
}

interface OfProps {
  datasetId: number;
  total: number;
  label: string;
  as: 'table' | 'names';
}

/** Names need less space than rows. */
const names = { page: 1, pageSize: 100 };

function VariablesOf({ datasetId, total, label, as }: OfProps) {
  const [query, setQuery] = useState(as === 'names' ? names : firstPage);
  const [changedOnly, setChangedOnly] = useState(false);
  const all = { datasetId, search: '', sort: '' };
  const { data, error, refetch, isPlaceholderData } = useQuery(
    datasetQueries.variables({ ...all, changedOnly, ...query }),
  );
  // Loads one row, because only `total` is needed. The table waits for it, so that the notice above
  // does not move the rows when it appears.
  const changed = useQuery(
    datasetQueries.variables({ ...all, changedOnly: true, page: 1, pageSize: 1 }),
  );
  const last = Math.max(1, Math.ceil((data?.total ?? total) / query.pageSize));
  // The last page has become empty meanwhile.
  if (query.page > last) setQuery({ ...query, page: last });
  if (!data || !isSettled(changed)) {
    return error ? (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    ) : (
      <RowsSkeleton count={Math.min(total, 5)} height={36} />
    );
  }
  const pages = {
    total: data.total,
    query,
    pageSizes: as === 'names' ? [names.pageSize] : [10, 15, 20, 25],
    onChange: (changes: Parameters<typeof nextQuery>[1]) => setQuery(nextQuery(query, changes)),
  };
  return (
    <Box aria-busy={isPlaceholderData}>
      <DictionaryChangedNotice
        number={changed.data?.total ?? 0}
        only={changedOnly}
        onOnly={(only) => {
          setChangedOnly(only);
          setQuery({ ...query, page: 1 });
        }}
      />
      {data.rows.some((row) => row.var.is_identifiable) && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          Personally identifiable information (PII) is marked and is de-identified before delivery.
        </Typography>
      )}
      {as === 'names' ? (
        <>
          <Names label={label} rows={data.rows} />
          <Pages {...pages} optional />
        </>
      ) : (
        <TableWithPages
          {...pages}
          label={label}
          rows={data.rows}
          columns={columns}
          keyOf={({ dataset_variable_id }) => dataset_variable_id}
          compact
        />
      )}
    </Box>
  );
}

/** The names grouped by table, for roles without the table of variables. */
function Names({ label, rows }: { label: string; rows: readonly DatasetVariable[] }) {
  const tables = new Map<string, DatasetVariable[]>();
  for (const row of rows) {
    const own = tables.get(row.var.tbl_name);
    if (own) own.push(row);
    else tables.set(row.var.tbl_name, [row]);
  }
  return (
    <Box
      sx={{
        px: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <DataList label={label}>
        {[...tables].map(([table, own]) => (
          <DataItem key={table} name={table}>
            {own.map((row, index) => (
              <span key={row.dataset_variable_id}>
                {index > 0 && ', '}
                <VariableName row={row} />
                <SinceRequestMark row={row} />
              </span>
            ))}
          </DataItem>
        ))}
      </DataList>
    </Box>
  );
}

function VariableName({ row, strong }: { row: DatasetVariable; strong?: boolean }) {
  const { var_name, is_identifiable } = row.var;
  return (
    <Box
      component="span"
      sx={{ fontWeight: strong ? 550 : undefined, color: is_identifiable ? 'pii' : undefined }}
    >
      {var_name}
      {is_identifiable && ' (PII)'}
    </Box>
  );
}
