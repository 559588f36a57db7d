import type { DraftFile, Submission, User } from '@/api/models';
import { staffSlot, type Draft, type DraftDevice, type Files } from './draft';
import { trimmed } from './questions';
import { NO_COMMITTEE, OTHER_PURPOSE, type PrincipalAnswers } from './validation';

/**
 * Returns the institution of an account: the one entered at registration, or the registered one.
 */
export function institutionOf(user: User): string {
  return user.tentative_organization ?? user.org.name;
}

const referenceTo = (file: DraftFile | undefined) => (file ? { file_id: file.file_id } : null);
const orNull = (text: string) => text.trim() || null;

interface Circumstances {
  files: Files;
  user: User;
  requester: number;
  dataSourceId: number;
  variableIds: readonly number[];
  /** The draft that is submitted; null for one that is not on the server yet. */
  draftId: number | null;
}

/** Returns the draft in the form in which it is submitted (2 §3, §4 "Wizard flow"). */
export function submissionOf(draft: Draft, circumstances: Circumstances): Submission {
  const { files, user, requester, dataSourceId, variableIds, draftId } = circumstances;
  const { filters } = draft;
  const { additional_letter, purposes, purpose_description, ...answers } = trimmed(draft.details);
  const hasLetter = answers.ethics_approval_letter === 'Yes';
  const hasAdditional = additional_letter === 'Yes';
  const isDirect = answers.data_format === 'Direct access';
  const hasPeriod = isDirect && !answers.no_date_limit;
  return {
    // Most answers keep their names. The fields below have another form or depend on another
    // answer.
    ...answers,
    requester,
    draft_id: draftId,
    submitted: true,
    isPrincipal: answers.isPrincipal === 'Yes',
    ...(answers.isPrincipal === 'Yes' && principalOf(user)),
    ethics_approval_letter: answers.ethics_approval_letter || null,
    ethics_doc_path: hasLetter ? referenceTo(files.get('ethics_doc_path')) : null,
    exempted: !hasLetter && answers.exempted,
    additional_ethics_committee_name: hasAdditional
      ? answers.additional_ethics_committee_name
      : NO_COMMITTEE,
    additional_IRB_file_path: hasAdditional
      ? referenceTo(files.get('additional_IRB_file_path'))
      : null,
    file_path: referenceTo(files.get('file_path')),
    department: orNull(user.department),
    request_purposes: purposes.map((purpose) => ({
      purpose,
      purpose_description: purpose === OTHER_PURPOSE ? purpose_description : null,
    })),
    data_format: answers.data_format || null,
    direct_access_from: hasPeriod ? orNull(answers.direct_access_from) : null,
    direct_access_to: hasPeriod ? orNull(answers.direct_access_to) : null,
    no_date_limit: isDirect && answers.no_date_limit,
    data_source_id: dataSourceId,
    dataset_variables: [...variableIds],
    data_specs_path: referenceTo(files.get('data_specs_path')),
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
      identification_file_path: referenceTo(files.get(staffSlot(local_id))),
    })),
  };
}

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

/** Returns the fields of the principal if the requester is the principal (2 §4). */
export const principalOf = (user: User): PrincipalAnswers => ({
  principal_fname: user.fname,
  principal_sname: user.sname,
  principal_email: user.org_email ?? '',
  principal_phone: user.phone ?? '',
  principal_institution: institutionOf(user),
  principal_occupation: user.designation,
});
