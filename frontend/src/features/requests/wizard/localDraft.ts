import { hasReason } from '@/api/errors';
import type { DraftFile } from '@/api/models';
import { keepLocalCopy, readLocalCopy, UNSAVED_DRAFT } from '@/lib/localCopies';
import {
  isBoolean,
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
import { contentOf, isEmptyContent } from './draftContent';
import { beginDraft, saveDraft } from './draftServer';
import { detailsOf } from './questions';

/** A copy of unsaved changes on the device. */
export interface LocalDraft {
  draft: Draft;
  files: Files;
  choice: Choice;
  /** The version of the server's draft on which it is based; 0 if the server has none. */
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
  confidentiality_protocols: isNullOr(isBoolean),
});

const isChoice = isShape<Choice>({
  dataSourceId: isNullOr(isNumber),
  variables: isListOf(isSelectedVariable),
});

type Stored = Record<string, unknown>;
const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the stored answers that match their guards. Others, stored by another version of the
 * wizard, are empty and asked again.
 */
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

const fittingRows = <T>(stored: unknown, guard: Guard<T>): T[] =>
  Array.isArray(stored) ? (stored as unknown[]).filter(guard) : [];

const isFile = isShape<DraftFile>({
  file_id: isNumber,
  name: isText,
  mime: isText,
  size: isNumber,
});
const noChoice: Choice = { dataSourceId: null, variables: [] };

/**
 * Converts a stored draft. Answers that do not match, from another version of the wizard, are
 * empty.
 */
function localDraftOf(stored: Stored): LocalDraft {
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

/**
 * Returns the name under which a draft is kept on the device; without an id, that of a new draft.
 */
export const localName = (draftId: number | null): string =>
  draftId === null ? UNSAVED_DRAFT : `${UNSAVED_DRAFT}.${draftId}`;

/** Returns the draft that is kept under the name, or undefined. */
export function readLocalDraft(userId: number, name: string): LocalDraft | undefined {
  const stored = readLocalCopy(userId, name, isStored);
  return stored && localDraftOf(stored);
}

/** Keeps a draft, or deletes it if it is undefined. Returns false if the browser refuses. */
export function keepLocalDraft(userId: number, name: string, local?: LocalDraft): boolean {
  if (!local) return keepLocalCopy(userId, name, undefined);
  const { draft, files, choice, version } = local;
  return keepLocalCopy(userId, name, {
    ...draft,
    files: Object.fromEntries(files),
    choice,
    version,
  });
}

/**
 * Saves a draft that was left on the device and is not open. Returns false if that failed, for
 * example without a connection, because the draft was saved elsewhere since, or because there are
 * too many drafts. The copy then stays on the device. A draft that was deleted on the server
 * becomes a new one.
 */
export async function saveLocalDraft(userId: number, name: string): Promise<boolean> {
  const local = readLocalDraft(userId, name);
  if (!local) return true;
  const { draft, files, choice, version } = local;
  const variableIds = choice.variables.map(({ var_id }) => var_id);
  const content = contentOf(draft, files, choice.dataSourceId, variableIds);
  const draftId = Number(name.slice(`${UNSAVED_DRAFT}.`.length));
  try {
    if (draftId > 0) await saveDraft(draftId, version, content);
    else if (!isEmptyContent(content)) await beginDraft(content);
  } catch (error) {
    if (!hasReason(error, 'draft_not_found')) return false;
    await beginDraft(contentOf(draft, new Map(), choice.dataSourceId, variableIds));
  }
  keepLocalDraft(userId, name);
  return true;
}
