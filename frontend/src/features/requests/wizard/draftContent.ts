import type { DraftBody, DraftFile, StoredDraft } from '@/api/models';
import {
  emptyDraft,
  identificationTypes,
  newLocalId,
  staffSlot,
  type Draft,
  type Files,
} from './draft';
import { detailsOf, documentSlots, type YesNo } from './questions';

/** A draft as stored on the server, in the shape of the wizard. Variables are ids only. */
export interface ServedDraft {
  draftId: number;
  version: number;
  changedOn: string;
  draft: Draft;
  files: Files;
  dataSourceId: number | null;
  variableIds: number[];
}

const flagOf = (answer: YesNo) => (answer === '' ? null : answer === 'Yes');
const toYesNo = (flag: boolean | null | undefined): YesNo =>
  flag === null || flag === undefined ? '' : flag ? 'Yes' : 'No';
const oneOf = <T extends string>(choices: readonly T[], text: string | null | undefined): T | '' =>
  choices.find((choice) => choice === text) ?? '';

/** Returns the draft in the form in which it is saved, including invalid answers. */
export function contentOf(
  { details, filters, devices, staff, reached }: Draft,
  files: Files,
  dataSourceId: number | null,
  variableIds: readonly number[],
): DraftBody {
  const referenceTo = (slot: string) => {
    const file = files.get(slot);
    return file ? { file_id: file.file_id } : null;
  };
  const { purposes, ...answers } = details;
  return {
    ...answers,
    isPrincipal: flagOf(answers.isPrincipal),
    ethics_approval_letter: answers.ethics_approval_letter || null,
    additional_letter: flagOf(answers.additional_letter),
    request_purposes: purposes.map((purpose) => ({ purpose, purpose_description: null })),
    data_format: answers.data_format || null,
    ...Object.fromEntries(documentSlots.map((slot) => [slot, referenceTo(slot)])),
    data_source_id: dataSourceId,
    dataset_variables: [...variableIds],
    facilities: filters.facilities,
    filters: {
      facility_filter: filters.facility_filter,
      date_range_filter: { start_value: filters.start_value, end_value: filters.end_value },
    },
    list_of_devices: devices.map(({ local_id, ...device }) => ({ id: local_id, ...device })),
    list_of_staff: staff.map(({ local_id, ...member }) => ({
      id: local_id,
      ...member,
      identification_type: member.identification_type || null,
      identification_file_path: referenceTo(staffSlot(local_id)),
    })),
    reached,
  };
}

/** True if there is nothing to save. The number of reached screens does not count. */
export const isEmptyContent = (content: DraftBody): boolean =>
  JSON.stringify({ ...content, reached: 1 }) ===
  JSON.stringify(contentOf(emptyDraft, new Map(), null, []));

const textOf = (text: string | null | undefined) => text ?? '';

/**
 * Converts the server's draft to the shape of the wizard. A choice that a fixed list no longer
 * contains is empty and asked again.
 */
export function servedDraft({
  draft_id,
  version,
  changed_on,
  content,
  files,
}: StoredDraft): ServedDraft {
  const byId = new Map(files.map((file) => [file.file_id, file]));
  const filesBySlot = new Map<string, DraftFile>();
  const addFile = (slot: string, document: { file_id?: number | null } | null | undefined) => {
    const file = byId.get(document?.file_id ?? 0);
    if (file) filesBySlot.set(slot, file);
  };
  for (const slot of documentSlots) addFile(slot, content[slot]);
  const staff = (content.list_of_staff ?? []).map((member) => {
    const local_id = member.id || newLocalId();
    addFile(staffSlot(local_id), member.identification_file_path);
    return {
      local_id,
      first_name: textOf(member.first_name),
      surname: textOf(member.surname),
      phone: textOf(member.phone),
      email: textOf(member.email),
      identification_type: oneOf(identificationTypes, member.identification_type),
      identification_number: textOf(member.identification_number),
      position_in_organisation: textOf(member.position_in_organisation),
      confidentiality_protocols: member.confidentiality_protocols ?? null,
    };
  });
  const range = content.filters?.date_range_filter;
  return {
    draftId: draft_id,
    version,
    changedOn: changed_on,
    files: filesBySlot,
    dataSourceId: content.data_source_id ?? null,
    variableIds: content.dataset_variables ?? [],
    draft: {
      details: detailsOf({
        ...content,
        isPrincipal: toYesNo(content.isPrincipal),
        additional_letter: toYesNo(content.additional_letter),
        purposes: (content.request_purposes ?? []).flatMap(({ purpose }) => purpose ?? []),
      }),
      filters: {
        facilities: content.facilities ?? [],
        facility_filter: content.filters?.facility_filter ?? [],
        start_value: textOf(range?.start_value),
        end_value: textOf(range?.end_value),
      },
      devices: (content.list_of_devices ?? []).map((device) => ({
        local_id: device.id || newLocalId(),
        equipment_name: textOf(device.equipment_name),
        equipment_type: device.equipment_type ?? null,
        serial_number: textOf(device.serial_number),
        used_by: textOf(device.used_by),
        organisation: textOf(device.organisation),
        usage_from: textOf(device.usage_from),
        usage_to: textOf(device.usage_to),
      })),
      staff,
      reached: Math.max(1, content.reached ?? 1),
    },
  };
}
