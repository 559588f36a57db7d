import type { DictionaryTable, TableTopic } from '@/api/models';
import { dataTablePath } from '@/app/paths';
import { count } from '@/lib/numbers';

/** A table as maps and the lists beside them show it. */
export interface MapTable {
  tbl_id: number;
  name: string;
  tbl_description: string;
  icon: string;
  table_type_name: string;
  variables_count: number;
  /** What the list says below the name. */
  detail: string;
  /** Its variables. */
  to: string;
}

/** A table among those of its data source, which stand by their types. */
export const tableOfSource = (table: DictionaryTable): MapTable => ({
  ...table,
  name: table.tbl_name,
  detail: count(table.variables_count, 'variable'),
  to: dataTablePath(table.data_source, { tbl_name: table.tbl_name }),
});

/** A table under a topic, where those of several data sources stand. */
export const tableOfTopic = ({ tbl, ...place }: TableTopic): MapTable => ({
  ...place,
  tbl_id: tbl,
  name: place.entity_name,
  detail: `${place.tbl_name}, ${place.table_type_name}, ${count(place.variables_count, 'variable')}`,
  to: dataTablePath(place.data_source, { tbl_name: place.tbl_name }),
});
