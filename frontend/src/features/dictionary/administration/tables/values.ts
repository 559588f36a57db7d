import type { TableInput, TableRecord } from '@/api/models';

/** The origins of the data of a table. */
export const origins = ['poc', 'emc'] as const;
export type Origin = (typeof origins)[number];
export const originNames: Readonly<Record<Origin, string>> = { poc: 'PoC', emc: 'eMC' };

/** The typed values of one origin. */
export interface OriginValues {
  included: boolean;
  earliest: string;
  latest: string;
  total: string;
  valid: string;
}

export interface TableValues {
  table_type: number | null;
  tbl_name: string;
  tbl_description: string;
  entity_name: string;
  icon: string;
  publish: boolean;
  poc: OriginValues;
  emc: OriginValues;
}

const noRecords: OriginValues = { included: false, earliest: '', latest: '', total: '', valid: '' };

export const emptyTable: TableValues = {
  table_type: null,
  tbl_name: '',
  tbl_description: '',
  entity_name: '',
  icon: '',
  publish: false,
  poc: noRecords,
  emc: noRecords,
};

const numberText = (amount: number | null | undefined) => (amount == null ? '' : String(amount));

export const tableValues = (table: TableRecord): TableValues => ({
  table_type: table.table_type,
  tbl_name: table.tbl_name,
  tbl_description: table.tbl_description,
  entity_name: table.entity_name,
  icon: table.icon,
  publish: table.publish,
  poc: {
    included: table.in_PoC,
    earliest: table.poc_earliest_record ?? '',
    latest: table.poc_latest_record ?? '',
    total: numberText(table.poc_total_records),
    valid: numberText(table.poc_valid_records),
  },
  emc: {
    included: table.in_eMC,
    earliest: table.emc_earliest_record ?? '',
    latest: table.emc_latest_record ?? '',
    total: numberText(table.emc_total_records),
    valid: numberText(table.emc_valid_records),
  },
});

const isCount = (text: string) => text === '' || /^\d{1,15}$/.test(text);

const badCounts = ({ total, valid }: OriginValues) =>
  isCount(total.trim()) && isCount(valid.trim())
    ? undefined
    : 'A number of records is a whole number.';

/** Returns the missing and invalid fields, in the order of 3 §5. */
export const checkTable = (values: TableValues) => ({
  table_type: values.table_type === null ? 'Table Type is required' : undefined,
  tbl_name: values.tbl_name.trim() ? undefined : 'Table Name is required',
  tbl_description: values.tbl_description.trim() ? undefined : 'Table Description is required',
  entity_name: values.entity_name.trim() ? undefined : 'Entity Name System is required',
  icon: values.icon.trim() ? undefined : 'Icon is required',
  poc: badCounts(values.poc),
  emc: badCounts(values.emc),
});

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

export const tableInput = (dataSource: number, values: TableValues): TableInput => {
  const { poc, emc, ...others } = values;
  return {
    ...others,
    data_source: dataSource,
    in_PoC: poc.included,
    in_eMC: emc.included,
    poc_earliest_record: poc.earliest || null,
    emc_earliest_record: emc.earliest || null,
    poc_latest_record: poc.latest || null,
    emc_latest_record: emc.latest || null,
    poc_total_records: numberOf(poc.total),
    emc_total_records: numberOf(emc.total),
    poc_valid_records: numberOf(poc.valid),
    emc_valid_records: numberOf(emc.valid),
  };
};

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

const describeOrigin = (name: string, records: OriginValues) =>
  [
    [`In ${name}`, yesOrNo(records.included)],
    [`Earliest record, ${name}`, records.earliest],
    [`Latest record, ${name}`, records.latest],
    [`Total records, ${name}`, records.total],
    [`Valid records, ${name}`, records.valid],
  ] as const;

/** Returns labels and texts of a table's values, to compare two versions of it. */
export const describeTable = (
  values: TableValues,
  types: readonly { table_type_id: number; name: string }[],
) =>
  [
    [
      'Table Type',
      types.find(({ table_type_id }) => table_type_id === values.table_type)?.name ?? '',
    ],
    ['Table Name', values.tbl_name],
    ['Table Description', values.tbl_description],
    ['Entity Name System', values.entity_name],
    ['Icon', values.icon],
    ['Publish', yesOrNo(values.publish)],
    ...describeOrigin(originNames.poc, values.poc),
    ...describeOrigin(originNames.emc, values.emc),
  ] as const;
