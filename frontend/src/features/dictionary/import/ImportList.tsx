import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { DictionaryImport } from '@/api/models';
import type { ListColumn } from '@/ui/table/columns';
import { ListSearch, ServerList } from '@/ui/ServerList';
import { formatDateTime } from '@/lib/dates';
import { formatNumber } from '@/lib/numbers';
import { tenRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { importQueries } from './calls';
import { importResultPath } from './paths';
import { lookOf } from './states';

const sorts: readonly SortKey<'/api/v1/data_dictionary/import'>[] = ['started_on', 'source'];

const columns: readonly ListColumn<DictionaryImport>[] = [
  {
    field: 'source',
    name: 'Data Source',
    flex: 1.5,
    minWidth: 200,
    cell: ({ import_id, source }) => (
      <MuiLink component={Link} to={importResultPath(import_id)} sx={{ fontWeight: 600 }}>
        {source}
      </MuiLink>
    ),
  },
  {
    field: 'started_on',
    name: 'Started',
    minWidth: 230,
    cell: ({ started_on }) => formatDateTime(started_on),
  },
  {
    field: 'started_by',
    name: 'By',
    flex: 1,
    minWidth: 160,
    cell: ({ started_by }) => started_by ?? 'A command on the server',
  },
  {
    field: 'state',
    name: 'State',
    minWidth: 150,
    cell: (row) => {
      const { name, color } = lookOf(row);
      return <Chip size="small" variant="outlined" color={color} label={name} />;
    },
  },
  {
    field: 'rows_stored',
    name: 'Rows written',
    width: 130,
    cell: ({ rows_stored }) => formatNumber(rows_stored),
  },
];

/** Lists the imports of the last months, of all users. */
export function ImportList() {
  const list = useListUrl({ ...tenRows, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(importQueries.list({ search, sort, page, pageSize }));
  return (
    <>
      <Typography variant="h2" sx={{ mt: 5, mb: 2 }}>
        Imports
      </Typography>
      <ListSearch list={list} placeholder="Data source" />
      <ServerList
        label="Imports"
        list={list}
        loaded={loaded}
        columns={columns}
        keyOf={({ import_id }) => import_id}
        pageSizes={tenRows.pageSizes}
        empty="No imports found"
        emptyHint="Imports made here or on the server are listed for 90 days."
      />
    </>
  );
}
