import type {
  SourceRecord,
  TableRecord,
  TableTopic,
  VariableRecord,
  VersionVariable,
  WholeVariable,
} from '@/api/models';

export const makeSourceRecord = (given: Partial<SourceRecord> = {}): SourceRecord => ({
  data_source_id: 5,
  source: 'Claims',
  description: 'What insurers paid',
  db_type: 'Relational',
  dbms: 'MySQL',
  db_host: null,
  db_username: null,
  has_db_password: false,
  has_aggregate_data: false,
  publish: false,
  row_version: 1,
  ...given,
});

export const makeTableRecord = (given: Partial<TableRecord> = {}): TableRecord => ({
  tbl_id: 31,
  data_source: 5,
  table_type: 1,
  table_type_name: 'Clinical',
  tbl_name: 'payments',
  tbl_description: 'One row a payment',
  icon: 'Receipt',
  entity_name: 'Payment',
  in_PoC: false,
  in_eMC: false,
  publish: false,
  variables_count: 12,
  row_version: 1,
  ...given,
});

export const makeVariableRecord = (given: Partial<VariableRecord> = {}): VariableRecord => ({
  var_id: 71,
  tbl: 31,
  tbl_name: 'payments',
  data_source: 5,
  ids_column_name: 'amount',
  var_name: 'Amount paid',
  data_type: 'Decimal',
  meaning: 'In the currency of the country',
  date_introduced: '2026-01-05',
  range: null,
  old_var_name: null,
  reference: null,
  derived: false,
  usage: 'Analytical',
  is_primary: false,
  is_foreign: false,
  value_count: null,
  is_identifiable: false,
  is_analytical: true,
  enumerated: false,
  row_version: 1,
  ...given,
});

/** A variable with its synonyms and other lists. */
export const makeWholeVariable = (given: Partial<WholeVariable> = {}): WholeVariable => ({
  ...makeVariableRecord(),
  source: 'Claims',
  synonyms: [{ syn_id: 1, synonym: 'sum' }],
  input_values: [],
  dependencies: [],
  timeline_of_changes: [],
  variable_metadata: [],
  ...given,
});

/** A variable as stored in a version. */
export const makeVersionVariable = (given: Partial<VersionVariable> = {}): VersionVariable => ({
  version_variable_id: 91,
  version: 3,
  variable: 71,
  tbl_name: 'payments',
  ids_column_name: 'amount',
  var_name: 'Amount paid',
  data_type: 'Decimal',
  meaning: 'In cents',
  revision: 2,
  row_version: 1,
  ...given,
});

export const makeTableTopic = (given: Partial<TableTopic> = {}): TableTopic => ({
  tt_id: 81,
  topic: 6,
  topic_name: 'Maternal health',
  tbl: 31,
  tbl_name: 'payments',
  entity_name: 'Payment',
  tbl_description: 'One row a payment',
  icon: 'Receipt',
  table_type: 1,
  table_type_name: 'Clinical',
  variables_count: 12,
  data_source: 5,
  source: 'Claims',
  assigned_on: '2026-01-05T08:30:00Z',
  pos_x: '0.25',
  pos_y: '0.75',
  row_version: 1,
  ...given,
});
