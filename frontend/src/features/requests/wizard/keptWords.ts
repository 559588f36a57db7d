import type { DraftFile } from '@/api/models';
import {
  isFlag,
  isListOf,
  isNullOr,
  isNumber,
  isOneOf,
  isShape,
  isText,
  type Guard,
} from '@/lib/shape';
import { isSelectedVariable } from '@/lib/variableSelection';
import {
  emptyDraft,
  identificationTypes,
  type Choice,
  type Draft,
  type DraftDevice,
  type DraftStaff,
  type Files,
  type Filters,
} from './draft';
import { detailsOf } from './questions';

/** Words that are not saved yet, as they lie on the device. */
export interface KeptWords {
  draft: Draft;
  files: Files;
  choice: Choice;
  /** The version of the draft that they began from; 0 where the server has none. */
  version: number;
}

const isTexts = isListOf(isText);
const isIds = isListOf(isNumber);

const filters: { [Field in keyof Filters]: Guard<Filters[Field]> } = {
  facilities: isIds,
  facility_filter: isTexts,
  start_value: isText,
  end_value: isText,
};

const isDevice = isShape<DraftDevice>({
  local_id: isText,
  equipment_name: isText,
  equipment_type: isNullOr(isNumber),
  serial_number: isText,
  used_by: isText,
  organisation: isText,
  usage_from: isText,
  usage_to: isText,
});

const isStaff = isShape<DraftStaff>({
  local_id: isText,
  first_name: isText,
  surname: isText,
  phone: isText,
  email: isText,
  identification_type: isOneOf('', ...identificationTypes),
  identification_number: isText,
  position_in_organisation: isText,
  confidentiality_protocols: isNullOr(isFlag),
});

const isChoice = isShape<Choice>({
  dataSourceId: isNullOr(isNumber),
  variables: isListOf(isSelectedVariable),
});

type Stored = Record<string, unknown>;
export const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of each answer what fits; one that does not, of an older version of the wizard, is asked again. */
function fitting<T extends object>(
  guards: { [Field in keyof T]: Guard<T[Field]> },
  empty: T,
  stored: unknown,
): T {
  const kept = { ...empty };
  if (!isStored(stored)) return kept;
  for (const field of Object.keys(guards) as (keyof T & string)[]) {
    const value = stored[field];
    if (guards[field](value)) kept[field] = value;
  }
  return kept;
}

const fittingRows = <T>(stored: unknown, fits: Guard<T>): T[] =>
  Array.isArray(stored) ? (stored as unknown[]).filter(fits) : [];

const isFile = isShape<DraftFile>({
  file_id: isNumber,
  name: isText,
  mime: isText,
  size: isNumber,
});
const noChoice: Choice = { dataSourceId: null, variables: [] };

/** What is kept, as far as it fits. */
export function keptWords(stored: Stored): KeptWords {
  const { reached, version, choice, files } = stored;
  const slots = isStored(files) ? Object.entries(files) : [];
  return {
    draft: {
      details: detailsOf(isStored(stored.details) ? stored.details : {}),
      filters: fitting(filters, emptyDraft.filters, stored.filters),
      devices: fittingRows(stored.devices, isDevice),
      staff: fittingRows(stored.staff, isStaff),
      reached: isNumber(reached) && reached >= 1 ? Math.floor(reached) : emptyDraft.reached,
    },
    files: new Map(slots.flatMap(([slot, file]) => (isFile(file) ? [[slot, file] as const] : []))),
    choice: isChoice(choice) ? choice : noChoice,
    version: isNumber(version) ? version : 0,
  };
}

/** What is kept of these words. */
export const toKeep = ({ draft, files, choice, version }: KeptWords): object => ({
  ...draft,
  files: Object.fromEntries(files),
  choice,
  version,
});
