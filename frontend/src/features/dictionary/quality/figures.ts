import type { OriginQuality, QualityShare, TableQuality } from '@/api/models';
import { formatDate } from '@/lib/dates';
import { formatNumber, formatPercent } from '@/lib/numbers';

/**
 * The figures of the records of one origin. The specification does not say what PoC and eMC stand
 * for.
 */
export interface Origin {
  name: 'PoC' | 'eMC';
  included: boolean;
  quality: OriginQuality;
  total?: number | null;
  valid?: number | null;
  earliest?: string | null;
  latest?: string | null;
}

export const pocOf = (table: TableQuality): Origin => ({
  name: 'PoC',
  included: table.in_PoC,
  quality: table.poc,
  total: table.poc_total_records,
  valid: table.poc_valid_records,
  earliest: table.poc_earliest_record,
  latest: table.poc_latest_record,
});

export const emcOf = (table: TableQuality): Origin => ({
  name: 'eMC',
  included: table.in_eMC,
  quality: table.emc,
  total: table.emc_total_records,
  valid: table.emc_valid_records,
  earliest: table.emc_earliest_record,
  latest: table.emc_latest_record,
});

const isKnown = <Value>(value: Value | null | undefined): value is Value =>
  value !== null && value !== undefined;

/** Returns a text such as "1,200 records, 1,100 valid". */
export function countsOf({ total, valid }: Origin): string {
  if (!isKnown(total) && !isKnown(valid)) return 'Records not counted';
  const records = isKnown(total) ? `${formatNumber(total)} records` : 'Records not counted';
  return `${records}, ${isKnown(valid) ? `${formatNumber(valid)} valid` : 'valid ones not counted'}`;
}

/**
 * Returns a text such as "31 January 2015 to 30 December 2025", or undefined if there are no
 * records that could have a date.
 */
export function datesOf({ total, earliest, latest }: Origin): string | undefined {
  if (total === 0 && !earliest && !latest) return undefined;
  if (!earliest && !latest) return 'Dates not known';
  return `${earliest ? formatDate(earliest) : 'not known'} to ${latest ? formatDate(latest) : 'not known'}`;
}

/** Returns a text such as "93.75%", or a dash if there is nothing to assess. */
export const percentOf = ({ percentage }: QualityShare): string =>
  isKnown(percentage) ? formatPercent(percentage) : '–';
