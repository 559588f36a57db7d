import { generatePath } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { SourceRecord, TableRecord } from '@/api/models';
import { paths } from '@/app/paths';
import { NamedIcon } from '@/ui/icons/NamedIcon';
import { RecordList } from '@/ui/records/RecordList';
import { RowLink } from '@/ui/RowLink';
import type { ListColumn } from '@/ui/table/columns';
import { YesOrNo } from '@/ui/YesOrNo';
import { formatNumber } from '@/lib/numbers';
import { tenRows } from '@/lib/pageSizes';
import { lazyDialog } from '@/lib/lazyPart';
import { Excerpt } from '../Cells';
import { recordQueries } from '../queries';
import { RemoveDialog } from '../RemoveDialog';

const TableDialog = lazyDialog(() => import('./TableDialog'), 'TableDialog');

const sorts: readonly SortKey<'/api/v1/data_dictionary/table_dd'>[] = [
  'tbl_name',
  'table_type_name',
  'entity_name',
  'publish',
  'variables_count',
];

const columns: readonly ListColumn<TableRecord>[] = [
  {
    field: 'tbl_name',
    name: 'Table Name',
    flex: 1,
    minWidth: 170,
    cell: ({ tbl_id, tbl_name }) => (
      <RowLink
        to={generatePath(paths.superUserVariables, { table_id: String(tbl_id) })}
        label={`Show the variables of the table ${tbl_name}`}
      >
        {tbl_name}
      </RowLink>
    ),
  },
  {
    field: 'table_type_name',
    name: 'Table Type',
    minWidth: 130,
    cell: ({ table_type_name }) => table_type_name,
  },
  {
    field: 'tbl_description',
    name: 'Table Description',
    flex: 2,
    minWidth: 220,
    cell: ({ tbl_description }) => <Excerpt>{tbl_description}</Excerpt>,
  },
  {
    field: 'icon',
    name: 'Icon',
    width: 64,
    cell: ({ icon }) => <NamedIcon name={icon} />,
  },
  {
    field: 'entity_name',
    name: 'Entity Name',
    minWidth: 140,
    cell: ({ entity_name }) => entity_name,
  },
  {
    field: 'variables_count',
    name: 'Variables',
    width: 100,
    cell: ({ variables_count }) => formatNumber(variables_count),
  },
  {
    field: 'publish',
    name: 'Publish',
    width: 100,
    cell: ({ publish }) => <YesOrNo value={publish} />,
  },
];

/** Lists the tables of a data source, published or not, with dialogs to change them (3 §2.9). */
export function TableList({ source }: { source: SourceRecord }) {
  const { data_source_id } = source;
  return (
    <RecordList
      label="List of Tables"
      pages={tenRows}
      sorts={sorts}
      columns={columns}
      keyOf={({ tbl_id }) => tbl_id}
      read={(args) => recordQueries.tables(data_source_id, args)}
      placeholder="Name or description"
      empty="No tables found"
      emptyHint="Add the first one, or import a dictionary."
      actionsWidth={190}
      head={{ title: 'List of Tables', addLabel: 'Add Table' }}
      nameOf={({ tbl_name }) => `the table ${tbl_name}`}
      dialog={(table, onClose) => <TableDialog source={source} table={table} onClose={onClose} />}
      removal={(table, onClose) => (
        <RemoveDialog kind="table" id={table.tbl_id} name={table.tbl_name} onClose={onClose}>
          The table is deleted permanently. A table that has variables or belongs to a topic cannot
          be deleted; you can stop publishing it instead.
        </RemoveDialog>
      )}
    />
  );
}
