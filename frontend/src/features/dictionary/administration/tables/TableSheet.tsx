import AddOutlined from '@mui/icons-material/AddOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { SourceRecord, TableRecord, TableType } from '@/api/models';
import { saveWith } from '@/api/useSave';
import { LoadFailed } from '@/ui/LoadFailed';
import { LoadedSheet } from '@/ui/sheet/LoadedSheet';
import { asYesNo, isYes, yesNo, type SheetColumn } from '@/ui/sheet/columns';
import { useSheet } from '@/ui/sheet/useSheet';
import { RowsSkeleton } from '@/ui/Skeletons';
import { limits } from '@/lib/limits';
import { useListUrl } from '@/lib/useListUrl';
import { DICTIONARY_PATHS, tableCalls } from '../mutations';
import { recordQueries } from '../queries';
import { RemoveDialog } from '../RemoveDialog';
import { VariablesLink } from './VariablesLink';

/** The page size of 3 §9. */
const PAGE_SIZE = 10;

const sorts: readonly SortKey<'/api/v1/data_dictionary/table_dd'>[] = ['tbl_name'];

const columnsOf = (types: readonly TableType[]): SheetColumn[] => [
  {
    field: 'tbl_name',
    name: 'Table Name',
    width: 180,
    limit: limits.TableInputBody.tbl_name,
    required: 'Table Name is required',
  },
  {
    field: 'table_type',
    name: 'Table Type',
    width: 140,
    kind: 'choice',
    choices: types.map(({ name }) => name),
    required: 'Table Type is required',
  },
  {
    field: 'tbl_description',
    name: 'Table Description',
    width: 270,
    kind: 'long',
    limit: limits.TableInputBody.tbl_description,
    required: 'Table Description is required',
  },
  {
    field: 'icon',
    name: 'Icon',
    width: 150,
    limit: limits.TableInputBody.icon,
    required: 'Icon is required',
  },
  {
    field: 'entity_name',
    name: 'Entity Name',
    width: 170,
    limit: limits.TableInputBody.entity_name,
    required: 'Entity Name System is required',
  },
  {
    field: 'publish',
    name: 'Publish',
    width: 90,
    kind: 'choice',
    choices: yesNo,
    required: 'Publish is required',
  },
];

const empty = { icon: 'TableChart', publish: 'No' };

const rowOf = (table: TableRecord) => ({
  id: table.tbl_id,
  rowVersion: table.row_version,
  values: {
    tbl_name: table.tbl_name,
    table_type: table.table_type_name,
    tbl_description: table.tbl_description,
    icon: table.icon,
    entity_name: table.entity_name,
    publish: asYesNo(table.publish),
  },
});

/** Edits the tables of a data source in place (3 §2.9). */
export function TableSheet({ source }: { source: SourceRecord }) {
  const types = useQuery(recordQueries.tableTypes());
  if (types.data) return <Cells source={source} types={types.data} />;
  return types.error ? (
    <LoadFailed error={types.error} onRetry={() => void types.refetch()} />
  ) : (
    <RowsSkeleton />
  );
}

function Cells({ source, types }: { source: SourceRecord; types: readonly TableType[] }) {
  const { data_source_id } = source;
  const list = useListUrl({ pageSize: PAGE_SIZE, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(recordQueries.tables(data_source_id, { search, sort, page, pageSize }));
  const columns = columnsOf(types);
  const tables = loaded.data?.rows ?? [];
  const sheet = useSheet({
    name: `tables.${data_source_id}`,
    columns,
    rows: tables.map(rowOf),
    empty,
    refreshed: DICTIONARY_PATHS,
    save: (id, { publish, table_type, ...texts }, rowVersion) =>
      saveWith(tableCalls, id, {
        ...texts,
        data_source: data_source_id,
        table_type: types.find(({ name }) => name === table_type)?.table_type_id,
        publish: isYes(publish),
        row_version: rowVersion,
      }),
  });
  const [removed, setRemoved] = useState<TableRecord | null>(null);
  return (
    <>
      <LoadedSheet
        label="List of Tables"
        noun="table"
        placeholder="Name or description"
        empty="No tables found"
        emptyHint="Add a row and fill it in, or import a dictionary."
        list={list}
        loaded={loaded}
        columns={columns}
        rows={tables.map(rowOf)}
        sheet={sheet}
        nameOf={(text, isNew) => (isNew ? 'the new table' : `the table ${text('tbl_name')}`)}
        adding={
          <Button startIcon={<AddOutlined />} onClick={() => sheet.addRow()}>
            Add New Row
          </Button>
        }
        actions={(id) => {
          const table = tables.find(({ tbl_id }) => tbl_id === id);
          return (
            table && (
              <>
                <VariablesLink id={id} name={table.tbl_name} />
                <Tooltip title="Delete" describeChild>
                  <IconButton
                    aria-label={`Delete the table ${table.tbl_name}`}
                    onClick={() => setRemoved(table)}
                  >
                    <DeleteOutlined fontSize="small" />
                  </IconButton>
                </Tooltip>
              </>
            )
          );
        }}
      />
      {removed && (
        <RemoveDialog
          kind="table"
          id={removed.tbl_id}
          name={removed.tbl_name}
          onClose={() => setRemoved(null)}
        >
          The table is deleted permanently. A table that has variables or belongs to a topic cannot
          be deleted; you can stop publishing it instead.
        </RemoveDialog>
      )}
    </>
  );
}
