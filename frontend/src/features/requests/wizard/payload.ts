import type { DraftFile, Submission, User } from '@/api/models';
import { OTHER_PURPOSE, staffSlot, type Draft, type DraftDevice, type Files } from './draft';

/** What a payload says for "no additional committee" (2 §4). */
const NO_COMMITTEE = 'None';

/** The most bytes of all files of a draft together. */
export const MAX_FILES_SIZE = 45_000_000;

export function sizeOf(files: Files): number {
  return [...files.values()].reduce((sum, { size }) => sum + size, 0);
}

/** The institution of an account: the one that was typed at registration, or the registered one. */
export function institutionOf(user: User): string {
  return user.tentative_organization ?? user.org.name;
}

/** A document is named: its file went up when it was chosen. */
const content = (file: DraftFile | undefined) => (file ? { file_id: file.file_id } : null);
const orNull = (text: string) => text.trim() || null;

interface Circumstances {
  files: Files;
  user: User;
  /** The assigned role in which the request is made. */
  requester: number;
  dataSourceId: number;
  variableIds: readonly number[];
  /** The draft that is submitted. */
  draftId: number | null;
}

/** The draft as the server takes it (2 §3, §4 "Wizard flow"). */
export function submissionOf(draft: Draft, circumstances: Circumstances): Submission {
  const { files, user, requester, dataSourceId, variableIds, draftId } = circumstances;
  const { details, filters } = draft;
  const hasLetter = details.ethics_approval_letter === 'Yes';
  const hasAdditional = details.additional_letter === 'Yes';
  const hasPeriod = details.data_format === 'Direct access' && !details.no_date_limit;
  return {
    requester,
    draft_id: draftId,
    submitted: true,
    title: details.title.trim(),
    needed_on: details.needed_on,
    ethics_committee: details.ethics_committee,
    protocol_ref_num: details.protocol_ref_num.trim(),
    ethics_approval_letter: details.ethics_approval_letter || null,
    ethics_doc_path: hasLetter ? content(files.get('ethics_doc_path')) : null,
    exempted: !hasLetter && details.exempted,
    additional_ethics_committee_name: hasAdditional
      ? details.additional_ethics_committee_name.trim()
      : NO_COMMITTEE,
    additional_IRB_file_path: hasAdditional ? content(files.get('additional_IRB_file_path')) : null,
    file_path: content(files.get('file_path')),
    department: orNull(user.department),
    request_purposes: details.purposes.map((purpose) => ({
      purpose,
      purpose_description: purpose === OTHER_PURPOSE ? details.purpose_description.trim() : null,
    })),
    data_format: details.data_format || null,
    direct_access_from: hasPeriod ? orNull(details.direct_access_from) : null,
    direct_access_to: hasPeriod ? orNull(details.direct_access_to) : null,
    no_date_limit: details.data_format === 'Direct access' && details.no_date_limit,
    dataset_description: details.dataset_description.trim(),
    data_source_id: dataSourceId,
    dataset_variables: [...variableIds],
    data_specs_path: content(files.get('data_specs_path')),
    ...principalOf(draft, user),
    filters: {
      facility_filter: filters.facility_filter,
      date_range_filter: {
        start_value: orNull(filters.start_value),
        end_value: orNull(filters.end_value),
      },
    },
    list_of_devices: draft.devices.map(deviceOf),
    list_of_staff: draft.staff.map(({ local_id, ...member }) => ({
      ...member,
      identification_type: member.identification_type || null,
      identification_file_path: content(files.get(staffSlot(local_id))),
    })),
  };
}

/** A device without the id that it has on this device only. */
function deviceOf(device: DraftDevice) {
  const { equipment_name, equipment_type, serial_number, used_by, organisation } = device;
  const { usage_from, usage_to } = device;
  return {
    equipment_name,
    equipment_type,
    serial_number,
    used_by,
    organisation,
    usage_from,
    usage_to,
  };
}

/** The principal's fields: copied from the account when the requester is the principal (2 §4). */
function principalOf({ details }: Draft, user: User) {
  if (details.isPrincipal === 'Yes') {
    return {
      isPrincipal: true,
      principal_fname: user.fname,
      principal_sname: user.sname,
      principal_email: user.org_email,
      principal_phone: user.phone,
      principal_institution: institutionOf(user),
      principal_occupation: user.designation,
    };
  }
  return {
    isPrincipal: false,
    principal_fname: details.principal_fname.trim(),
    principal_sname: details.principal_sname.trim(),
    principal_email: details.principal_email.trim(),
    principal_phone: details.principal_phone,
    principal_institution: details.principal_institution.trim(),
    principal_occupation: details.principal_occupation.trim(),
  };
}
