import type { Difference } from '@/ui/ConflictNotice';
import { formatDate } from '@/lib/dates';
import { staffSlot, type Draft, type Files } from './draft';
import { documents, documentSlots, fields, questions } from './questions';

export interface Side {
  draft: Draft;
  files: Files;
  variableIds: readonly number[];
  dataSourceId: number | null;
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length > 0 ? `${value.length} chosen` : '';
  if (typeof value === 'number') return 'Chosen';
  if (typeof value !== 'string') return '';
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value;
}

/**
 * A row of the comparison: its name, the text of a side, and the value by which two sides are
 * compared, because different values may have the same text.
 */
type Row = [name: string, of: (side: Side) => string, same: (side: Side) => unknown];

const rows: readonly Row[] = [
  ...fields.map((field): Row => [
    questions[field].label,
    ({ draft }) => shown(draft.details[field]),
    ({ draft }) => draft.details[field],
  ]),
  ...documentSlots.map((slot): Row => [
    documents[slot].label,
    ({ files }) => files.get(slot)?.name ?? '',
    ({ files }) => files.get(slot)?.file_id,
  ]),
  ['Data source', ({ dataSourceId }) => shown(dataSourceId), ({ dataSourceId }) => dataSourceId],
  ['Variables', ({ variableIds }) => shown(variableIds), ({ variableIds }) => variableIds],
  [
    'Period of the data',
    ({ draft: { filters } }) =>
      [filters.start_value, filters.end_value].map(shown).filter(Boolean).join(' to '),
    ({ draft: { filters } }) => [filters.start_value, filters.end_value],
  ],
  [
    'Facilities',
    ({ draft: { filters } }) => filters.facility_filter.join('; '),
    ({ draft: { filters } }) => filters.facility_filter,
  ],
  [
    'List of Devices',
    ({ draft }) => draft.devices.map(({ equipment_name }) => equipment_name).join('; '),
    ({ draft }) => draft.devices,
  ],
  [
    'List of Staff',
    ({ draft }) =>
      draft.staff.map(({ first_name, surname }) => `${first_name} ${surname}`.trim()).join('; '),
    ({ draft, files }) => [
      draft.staff,
      draft.staff.map(({ local_id }) => files.get(staffSlot(local_id))?.file_id),
    ],
  ],
];

/** Returns the differences between two states of a draft, in the order of the wizard. */
export function differences(mine: Side, saved: Side): Difference[] {
  return rows.flatMap(([name, of, same]) =>
    JSON.stringify(same(mine)) === JSON.stringify(same(saved))
      ? []
      : [{ name, mine: of(mine), saved: of(saved) }],
  );
}
