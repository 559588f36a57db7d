import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { SourceRecord, TableRecord } from '@/api/models';
import { dataTablePath, paths } from '@/app/paths';
import { NamedIcon } from '@/components/icons/NamedIcon';
import { LoadFailed } from '@/components/LoadFailed';
import { PageHeader } from '@/components/PageHeader';
import type { GridColumn } from '@/components/ServerGrid';
import { ListSearch, ServerList } from '@/components/ServerList';
import { RowsSkeleton } from '@/components/Skeletons';
import { formatNumber } from '@/lib/numbers';
import { tenRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { Excerpt, YesOrNo } from './Cells';
import { recordQueries } from './queries';

/** What the call can sort by. */
const sorts: readonly SortKey<'/api/v1/data_dictionary/table_dd'>[] = [
  'tbl_name',
  'table_type_name',
  'entity_name',
  'publish',
  'variables_count',
];

const columns: readonly GridColumn<TableRecord>[] = [
  {
    field: 'tbl_name',
    name: 'Table Name',
    flex: 1,
    minWidth: 190,
    cell: ({ tbl_name }) => <strong>{tbl_name}</strong>,
  },
  {
    field: 'table_type_name',
    name: 'Table Type',
    minWidth: 140,
    cell: ({ table_type_name }) => table_type_name,
  },
  {
    field: 'tbl_description',
    name: 'Table Description',
    flex: 2,
    minWidth: 240,
    cell: ({ tbl_description }) => <Excerpt>{tbl_description}</Excerpt>,
  },
  {
    field: 'icon',
    name: 'Icon',
    width: 80,
    cell: ({ icon }) => <NamedIcon name={icon} />,
  },
  {
    field: 'entity_name',
    name: 'Entity Name',
    minWidth: 150,
    cell: ({ entity_name }) => entity_name,
  },
  {
    field: 'variables_count',
    name: 'Variables',
    width: 110,
    cell: ({ variables_count }) => formatNumber(variables_count),
  },
  {
    field: 'publish',
    name: 'Publish',
    width: 110,
    cell: ({ publish }) => <YesOrNo value={publish} />,
  },
];

function BackButton() {
  return (
    <Button component={Link} to={paths.superUserDataDictionary} startIcon={<ArrowBack />}>
      Back
    </Button>
  );
}

/** /superuser/data_dictionary/tables/{data_source}: a data source, published or not, and its tables (3 §2.9). */
export default function TablesPage() {
  const id = Number(useParams().data_source) || 0;
  const loaded = useQuery(recordQueries.source(id));
  if (loaded.data) return <Tables source={loaded.data} />;
  return (
    <>
      <PageHeader title="Tables" above={<BackButton />} />
      {loaded.error ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
      ) : (
        <RowsSkeleton />
      )}
    </>
  );
}

function Tables({ source }: { source: SourceRecord }) {
  const list = useListUrl({ ...tenRows, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(
    recordQueries.tables(source.data_source_id, { search, sort, page, pageSize }),
  );
  return (
    <>
      <PageHeader
        title={`Showing Tables in the Data Source called ${source.source}`}
        purpose={source.description}
        above={<BackButton />}
        status={
          <Chip
            size="small"
            variant="outlined"
            color={source.publish ? 'success' : 'default'}
            label={source.publish ? 'Published' : 'Not published'}
          />
        }
        action={
          source.publish && (
            <Button component={Link} to={dataTablePath(source.data_source_id)} variant="outlined">
              Show in the data dictionary
            </Button>
          )
        }
      />
      <ListSearch list={list} placeholder="Name or description" />
      <ServerList
        label="List of Tables"
        list={list}
        loaded={loaded}
        columns={columns}
        keyOf={({ tbl_id }) => tbl_id}
        pageSizes={tenRows.pageSizes}
        empty="No tables found"
        emptyHint="Tables come with the import of a dictionary on the server."
      />
    </>
  );
}
