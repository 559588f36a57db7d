import { describe, expect, it } from 'vitest';
import type { DraftFile } from '@/api/models';
import { isEmail } from '@/lib/emails';
import { LINE_LIMIT, PROSE_LIMIT } from '@/lib/limits';
import { phoneOf } from '@/lib/phones';
import submissions from '@/testing/submissions.json';
import {
  emptyDraft,
  identificationTypes,
  staffSlot,
  type DraftDevice,
  type DraftStaff,
} from './draft';
import { detailsOf, documentSlots, type Details } from './questions';
import {
  deviceFaults,
  firstUsageTo,
  MAX_FACILITIES,
  MAX_FILES_BYTES,
  MAX_ROWS,
  MAX_VARIABLES,
  MIN_DAYS_AHEAD,
  namedMessage,
  NO_COMMITTEE,
  OTHER_PURPOSE,
  staffFaults,
  submissionFaults,
  type Fault,
} from './validation';

const file: DraftFile = { file_id: 1, mime: 'application/pdf', name: 'a.pdf', size: 1 };

interface Repeated {
  text?: string;
  row?: unknown;
  times: number;
}
const isRepeated = (value: object): value is Repeated => 'times' in value;

/**
 * Expands the lists and texts that the file abbreviates to one part and a number of repetitions.
 */
function writtenOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(writtenOut);
  if (typeof value !== 'object' || value === null) return value;
  if (!isRepeated(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, writtenOut(of)]));
  }
  const { text, row, times } = value;
  return text === undefined
    ? Array.from({ length: times }, () => writtenOut(row))
    : text.repeat(times);
}

type Fields<T> = { [Name in keyof T]: T[Name] | null };
type Device = Fields<Omit<DraftDevice, 'local_id'>>;
type Member = Fields<Omit<DraftStaff, 'local_id'>> & { identification_file_path: boolean };
type Submission = Fields<Details> & {
  ethics_doc_path: boolean;
  file_path: boolean;
  additional_IRB_file_path: boolean;
  data_specs_path: boolean;
  request_purposes: { purpose: number; purpose_description: string | null }[];
  isPrincipal: boolean | null;
  data_source_id: number | null;
  dataset_variables: number[];
  facility_filter: string[];
  start_value: string | null;
  end_value: string | null;
  list_of_devices: Device[];
  list_of_staff: Member[];
  account: Record<
    'fname' | 'sname' | 'org_email' | 'phone' | 'designation' | 'institution',
    string | null
  >;
};

const deviceOf = (device: Device, index = 0): DraftDevice => ({
  local_id: `d${index}`,
  equipment_name: device.equipment_name ?? '',
  equipment_type: device.equipment_type,
  serial_number: device.serial_number ?? '',
  used_by: device.used_by ?? '',
  organisation: device.organisation ?? '',
  usage_from: device.usage_from ?? '',
  usage_to: device.usage_to ?? '',
});
const memberOf = (member: Member, index = 0): DraftStaff => ({
  local_id: `s${index}`,
  first_name: member.first_name ?? '',
  surname: member.surname ?? '',
  phone: member.phone ?? '',
  email: member.email ?? '',
  identification_type:
    identificationTypes.find((type) => type === member.identification_type) ?? '',
  identification_number: member.identification_number ?? '',
  position_in_organisation: member.position_in_organisation ?? '',
  confidentiality_protocols: member.confidentiality_protocols,
});

/** Returns the errors that the wizard finds in a submission in the server's form. */
function faultsOf(submission: Submission): Fault[] {
  const { account, request_purposes: purposes } = submission;
  const committee = submission.additional_ethics_committee_name ?? '';
  const hasAdditional =
    submission.additional_IRB_file_path || !['', NO_COMMITTEE].includes(committee.trim());
  const details = detailsOf({
    ...submission,
    isPrincipal: submission.isPrincipal ? 'Yes' : 'No',
    additional_letter: hasAdditional ? 'Yes' : 'No',
    purposes: purposes.map(({ purpose }) => purpose),
    purpose_description: purposes.map(({ purpose_description: of }) => of ?? '').join(''),
  });
  const documents = documentSlots.filter((slot) => submission[slot]);
  const identifications = submission.list_of_staff.flatMap((member, index) =>
    member.identification_file_path ? [staffSlot(`s${index}`)] : [],
  );
  const draft = {
    details,
    filters: {
      facilities: [],
      facility_filter: submission.facility_filter,
      start_value: submission.start_value ?? '',
      end_value: submission.end_value ?? '',
    },
    devices: submission.list_of_devices.map(deviceOf),
    staff: submission.list_of_staff.map(memberOf),
  };
  return submissionFaults(draft, {
    files: new Map([...documents, ...identifications].map((slot) => [slot, file])),
    dataSourceId: submission.data_source_id,
    variableIds: submission.dataset_variables,
    today: submissions.today,
    requester: {
      principal_fname: account.fname ?? '',
      principal_sname: account.sname ?? '',
      principal_email: account.org_email ?? '',
      principal_phone: account.phone ?? '',
      principal_institution: account.institution ?? '',
      principal_occupation: account.designation ?? '',
    },
  });
}

const plain = (faults: Fault[]) => faults.map(({ field, message }) => ({ field, message }));
/** Returns the base of several cases with the changes of one. */
const changed = <T>(base: object, changes: object) => writtenOut({ ...base, ...changes }) as T;

describe('the rules of the domain', () => {
  it.each(submissions.submissions)('apply to a submission: $about', ({ changes, errors }) => {
    const submission = changed<Submission>(submissions.submission, changes);
    expect(plain(faultsOf(submission))).toEqual(errors);
  });

  it.each(submissions.device_edits)('apply to an edited device: $about', ({ changes, errors }) => {
    const device = deviceOf(changed<Device>(submissions.device, changes));
    const { needed_on } = submissions.submission;
    expect(plain(deviceFaults(device, needed_on, true))).toEqual(errors);
  });

  it.each(submissions.staff_edits)('apply to an edited person: $about', ({ changes, errors }) => {
    const member = changed<Member>(submissions.staff_member, changes);
    const faults = staffFaults(memberOf(member), member.identification_file_path, 'Passport');
    expect(plain(faults)).toEqual(errors);
  });

  it('have the same limits here', () => {
    expect({
      line: LINE_LIMIT,
      prose: PROSE_LIMIT,
      rows: MAX_ROWS,
      variables: MAX_VARIABLES,
      facilities: MAX_FACILITIES,
      files_bytes: MAX_FILES_BYTES,
      days_ahead: MIN_DAYS_AHEAD,
      other_purpose: OTHER_PURPOSE,
    }).toEqual(submissions.limits);
  });
});

describe('the questions that only the wizard asks', () => {
  const complete = changed<Submission>(submissions.submission, {});
  const principal = {
    principal_fname: 'A',
    principal_sname: 'B',
    principal_email: 'a@b.example',
    principal_phone: '+15550111',
    principal_institution: 'C',
    principal_occupation: 'D',
  };
  const details = detailsOf({ ...complete, isPrincipal: 'Yes', purposes: [1] });
  const messages = (changes: Partial<Details>, size = 1) =>
    submissionFaults(
      {
        ...emptyDraft,
        details: { ...details, ...changes },
        devices: complete.list_of_devices.map(deviceOf),
        staff: complete.list_of_staff.map(memberOf),
      },
      {
        files: new Map(
          ['ethics_doc_path', 'file_path', staffSlot('s0')].map((slot) => [
            slot,
            { ...file, size },
          ]),
        ),
        dataSourceId: 1,
        variableIds: [1],
        today: submissions.today,
        requester: principal,
      },
    ).map(({ message }) => message);

  it('have no errors in a complete draft', () => {
    expect(messages({})).toEqual([]);
  });

  it('require the choice of the principal before a name', () => {
    expect(messages({ isPrincipal: '' })).toEqual([
      'Please select whether you are the Principal Investigator.',
    ]);
  });

  it('require the name and the file of an additional letter', () => {
    expect(messages({ additional_letter: 'Yes' })).toEqual([
      'Enter the Additional Ethics Committee Name.',
      'Upload the Additional Ethics Approval Letter Name.',
    ]);
  });

  it('ignore texts of any length whose question is no longer asked', () => {
    const long = 'x'.repeat(PROSE_LIMIT + 1);
    const hidden = { principal_occupation: long, purpose_description: long };
    expect(messages({ ...hidden, additional_ethics_committee_name: long })).toEqual([]);
  });

  it('limit the total size of all files', () => {
    expect(messages({}, MAX_FILES_BYTES / 3)).toEqual([]);
    expect(messages({}, MAX_FILES_BYTES / 3 + 1)).toEqual([
      'The files together are too large. The limit is 45 MB for all of them.',
    ]);
  });
});

it('adds the label to a message that does not name its field', () => {
  const device = deviceOf(changed<Device>(submissions.device, { used_by: 'x'.repeat(256) }));
  const missing = { ...device, used_by: '', organisation: '' };
  expect(deviceFaults(device, '').map(namedMessage)).toEqual([
    'Used By: The text must not be longer than 255 characters.',
  ]);
  expect(deviceFaults(missing, '').map(namedMessage)).toEqual([
    'Please enter the Used By Details.',
    'Please enter the Organisation Name.',
  ]);
});

it('starts Usage To three days after Usage From', () => {
  expect(firstUsageTo('2026-02-27')).toBe('2026-03-02');
});

it('keeps digits and + of a phone number, and requires a domain in an email address', () => {
  expect(phoneOf('+15 (550) 111-x')).toBe('+15550111');
  expect(['a@b.ex', 'a@b.c', 'a.b+c@d-e.example'].every(isEmail)).toBe(true);
  expect(['a', 'a@b', 'a b@c.de', '@b.de'].some(isEmail)).toBe(false);
});
