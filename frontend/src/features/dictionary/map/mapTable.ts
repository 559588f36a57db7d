import type { DictionaryTable, TableTopic } from '@/api/models';
import { dataTablePath } from '@/app/paths';
import { count } from '@/lib/numbers';

/** A table as maps and their lists show it. */
export interface MapTable {
  tbl_id: number;
  name: string;
  tbl_description: string;
  icon: string;
  table_type_name: string;
  variables_count: number;
  /** The text below the name in the list. */
  detail: string;
  /** The address of the table's variables. */
  to: string;
}

/** Converts a table of a single data source. The list groups such tables by type. */
export const tableOfSource = (table: DictionaryTable): MapTable => ({
  ...table,
  name: table.tbl_name,
  detail: count(table.variables_count, 'variable'),
  to: dataTablePath(table.data_source, { tbl_name: table.tbl_name }),
});

/** Converts a table of a topic, which may have tables of several data sources. */
export const tableOfTopic = ({ tbl, ...place }: TableTopic): MapTable => ({
  ...place,
  tbl_id: tbl,
  name: place.entity_name,
  detail: `${place.tbl_name}, ${place.table_type_name}, ${count(place.variables_count, 'variable')}`,
  to: dataTablePath(place.data_source, { tbl_name: place.tbl_name }),
});
