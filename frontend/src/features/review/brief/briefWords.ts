import type { DataRequest } from '@/api/models';
import { formatDate } from '@/lib/dates';
import { count } from '@/lib/numbers';

export const kinds = ['ordinary', 'derived', 'identifying'] as const;
export type Kind = (typeof kinds)[number];
export type Composition = DataRequest['requested_datasets'][number]['tables'][number];

export const tablesOf = ({ requested_datasets }: DataRequest): Composition[] =>
  requested_datasets.flatMap(({ tables }) => tables);

const sumOf = (tables: readonly Composition[], kind: Kind): number =>
  tables.reduce((sum, table) => sum + table[kind], 0);

/** "12 ordinary, 3 derived, 1 identifies people". Leaves out kinds without variables. */
export function compositionWords(of: Record<Kind, number>): string {
  const { ordinary, derived, identifying } = of;
  const parts = [
    ordinary > 0 && `${count(ordinary, 'ordinary', 'ordinary')}`,
    derived > 0 && `${count(derived, 'derived', 'derived')}`,
    identifying > 0 && count(identifying, 'identifies people', 'identify people'),
  ];
  return parts.filter(Boolean).join(', ');
}

function periodWords({ filters }: DataRequest): string {
  const { start_value: from, end_value: to } = filters.date_range_filter;
  if (from && to) return `${formatDate(from)} to ${formatDate(to)}`;
  if (from) return `from ${formatDate(from)}`;
  return to ? `until ${formatDate(to)}` : 'any period';
}

/**
 * "16 variables in 1 table, 0 identify people, 01 January 2023 to 31 December 2025, Lake Region".
 */
export function askedFor(request: DataRequest): string {
  const tables = tablesOf(request);
  const total = request.requested_datasets.reduce((sum, one) => sum + one.variables_count, 0);
  const places = request.filters.facility_filter;
  return [
    total > 0
      ? `${count(total, 'variable')} in ${count(tables.length, 'table')}`
      : 'No single variables: see the data specification form',
    total > 0 && count(sumOf(tables, 'identifying'), 'identifies people', 'identify people'),
    periodWords(request),
    places.length > 0 ? places.join('; ') : 'all facilities',
  ]
    .filter(Boolean)
    .join(', ');
}

/** "Laptop (2), Server": the types of the devices with their numbers. */
export function deviceTypes({ list_of_devices }: DataRequest): string {
  const types = new Map<string, number>();
  for (const { equipment_type } of list_of_devices) {
    const name = equipment_type.equipment_type;
    types.set(name, (types.get(name) ?? 0) + 1);
  }
  return [...types].map(([name, number]) => (number > 1 ? `${name} (${number})` : name)).join(', ');
}
