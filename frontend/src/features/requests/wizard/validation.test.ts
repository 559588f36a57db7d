import { describe, expect, it } from 'vitest';
import type { DraftFile } from '@/api/models';
import { deviceFaults, firstUsageTo } from './deviceRules';
import { emptyDraft, type DraftDevice, type DraftStaff } from './draft';
import { isEmail, phoneOf } from './faults';
import type { Details } from './questions';
import { staffFaults } from './staffRules';
import { detailsFaults, filtersFaults, listsFaults } from './validation';

const file: DraftFile = { file_id: 1, mime: 'application/pdf', name: 'a.pdf', size: 1 };
const today = '2026-03-02';

const complete: Details = {
  ...emptyDraft.details,
  title: 'Malaria',
  ethics_committee: 1,
  protocol_ref_num: 'P/1',
  needed_on: '2026-03-31',
  isPrincipal: 'Yes',
  ethics_approval_letter: 'Yes',
  purposes: [1],
  data_format: 'Electronic',
  dataset_description: 'Admissions',
};
const letters = new Map([
  ['ethics_doc_path', file],
  ['file_path', file],
]);
const choices = { files: letters, dataSourceId: 1, variableIds: [1], today };
const messages = (changes: Partial<Details>, circumstances: Partial<typeof choices> = {}) =>
  detailsFaults({ ...complete, ...changes }, { ...choices, ...circumstances }).map(
    ({ message }) => message,
  );

describe('step 1', () => {
  it('takes complete answers', () => {
    expect(messages({})).toEqual([]);
  });

  it('takes no text that is longer than the server does', () => {
    expect(messages({ title: 'x'.repeat(255), dataset_description: '🌦'.repeat(5000) })).toEqual([]);
    expect(
      messages({
        title: 'x'.repeat(256),
        dataset_description: '🌦'.repeat(5001),
      }),
    ).toEqual([
      'Shorten the Data Request Title to 255 characters.',
      'Shorten the Dataset Description to 5,000 characters.',
    ]);
  });

  it('takes no text that is turned around', () => {
    expect(messages({ title: 'Waiting \u202Etimes', protocol_ref_num: 'P\u202D/1' })).toEqual([
      'Data Request Title must not contain invisible characters that change how it is read. Please type it anew.',
      'Protocol Reference Number must not contain invisible characters that change how it is read. Please type it anew.',
    ]);
  });

  it('takes a text of nothing visible for missing', () => {
    expect(messages({ title: '\u200B\u2060', dataset_description: '\u3164' })).toEqual([
      'Please enter the Data Request Title.',
      'Please enter the Dataset Description.',
    ]);
  });

  it('lets a text be as long as it was typed once its question is no longer asked', () => {
    const occupation = { principal_occupation: 'x'.repeat(300) };
    const fault = 'Shorten the Occupation to 255 characters.';
    expect(messages({ ...occupation, isPrincipal: 'Yes' })).toEqual([]);
    expect(messages({ ...occupation, isPrincipal: 'No' })).toContain(fault);
  });

  it('checks lengths in the order of the specification, the principal last', () => {
    const long = 'x'.repeat(256);
    const lengths = messages({
      isPrincipal: 'No',
      principal_fname: long,
      principal_email: `${long}@university.example`,
      additional_letter: 'Yes',
      additional_ethics_committee_name: long,
      purposes: [3],
      purpose_description: 'x'.repeat(5001),
    }).filter((message) => message.startsWith('Shorten'));
    expect(lengths).toEqual([
      'Shorten the Additional Ethics Committee Name to 255 characters.',
      'Shorten the Purpose Description to 5,000 characters.',
      'Shorten the Name to 255 characters.',
      'Shorten the Email to 254 characters.',
    ]);
  });

  it('names everything that is missing in the order of the specification', () => {
    const nothing = {
      files: new Map<string, DraftFile>(),
      dataSourceId: null,
      variableIds: [],
      today,
    };
    const details: Details = {
      ...emptyDraft.details,
      isPrincipal: 'No',
      ethics_approval_letter: 'Yes',
      additional_letter: 'Yes',
    };
    expect(detailsFaults(details, nothing).map(({ message }) => message)).toEqual([
      'Please enter the Data Request Title.',
      'Please select the Ethics Committee Name.',
      'Please enter the Protocol Reference Number.',
      'Please enter the Date the Request will be Needed.',
      'Please upload the Ethics Approval Letter.',
      'Please upload the Data Sharing Agreement.',
      'Please select at least one Request Purpose.',
      'Select a data format you want.',
      'Enter the Additional Ethics Committee Name.',
      'Upload the Additional Ethics Approval Letter Name.',
      'Please enter the Dataset Description.',
      'Please upload your General Data Specification Form since no variables were selected.',
      "Please enter the Principal's Name.",
      "Please enter the Principal's Surname.",
      "Please enter the Principal's Email.",
      "Please enter the Principal's Phone.",
      "Please enter the Principal's Institution.",
      "Please enter the Principal's Occupation.",
      'Please select the Data Source.',
    ]);
  });

  it('refuses a needed date that is not after today, then one under 14 days away', () => {
    const past = 'The selected date must be greater than the current date';
    const soon =
      'The Needed Date should be in four weeks time or greater. Preferably during the Week.';
    expect(messages({ needed_on: '2026-03-01' })).toEqual([past]);
    expect(messages({ needed_on: today })).toEqual([past]);
    expect(messages({ needed_on: '2026-03-15' })).toEqual([soon]);
    expect(messages({ needed_on: '2026-03-16' })).toEqual([]);
  });

  it('asks whether there is a letter, and for the letter only when there is', () => {
    const noLetter = { files: new Map([['file_path', file]]) };
    expect(messages({ ethics_approval_letter: '' }, noLetter)).toEqual([
      'Please select whether the Ethics Approval Letter is available.',
    ]);
    expect(messages({ ethics_approval_letter: 'No' }, noLetter)).toEqual([]);
  });

  it('wants a description of the purpose Other alone', () => {
    expect(messages({ purposes: [1, 3] })).toEqual(['Please enter the Purpose Description.']);
    expect(messages({ purposes: [3], purpose_description: 'Warning' })).toEqual([]);
  });

  it('wants a period of direct access, the end after the start, unless there is no date limit', () => {
    const direct = { data_format: 'Direct access' } as const;
    expect(messages(direct)).toEqual(['Enter the Direct Access period.']);
    expect(messages({ ...direct, no_date_limit: true })).toEqual([]);
    expect(
      messages({
        ...direct,
        direct_access_from: '2026-04-02',
        direct_access_to: '2026-04-02',
      }),
    ).toEqual(['Enter the Direct Access To must be greater than Direct Access From.']);
  });

  it('checks the form of the principal’s e-mail', () => {
    const principal = {
      isPrincipal: 'No',
      principal_fname: 'A',
      principal_sname: 'B',
      principal_email: 'a@b',
      principal_phone: '+15550111',
      principal_institution: 'C',
      principal_occupation: 'D',
    } as const;
    expect(messages(principal)).toEqual(['Enter a valid email.']);
    expect(messages({ ...principal, principal_email: 'a@b.example' })).toEqual([]);
  });
});

it('keeps the two ends of step 2 in order, and lets both be open', () => {
  expect(filtersFaults(emptyDraft.filters)).toEqual([]);
  expect(
    filtersFaults({ ...emptyDraft.filters, start_value: '2026-02-01', end_value: '2026-01-01' }),
  ).toHaveLength(1);
});

const device: DraftDevice = {
  local_id: 'd',
  equipment_name: 'Laptop',
  equipment_type: 1,
  serial_number: 'S',
  used_by: 'A',
  organisation: 'O',
  usage_from: '2026-04-01',
  usage_to: '2026-04-02',
};
const member: DraftStaff = {
  local_id: 's',
  first_name: 'A',
  surname: 'B',
  phone: '+15550111',
  email: 'a@b.example',
  identification_type: 'Passport',
  identification_number: 'P1',
  position_in_organisation: 'C',
  confidentiality_protocols: false,
};

describe('step 3', () => {
  it('needs a device and a member of staff, and names the row that is wrong', () => {
    const empty = listsFaults(emptyDraft, new Map());
    expect(empty.map(({ message }) => message)).toEqual([
      'Please add device to the List of Devices Table',
      'Please add staff member to the List of Staff Table',
    ]);
    const draft = {
      ...emptyDraft,
      details: { ...complete, needed_on: '2026-04-10' },
      devices: [device],
      staff: [member],
    };
    expect(listsFaults(draft, new Map()).map(({ field }) => field)).toEqual([
      'list_of_devices[0].usage_from',
      'list_of_staff[0].identification_file_path',
    ]);
  });

  it('checks a device in the order of the toasts', () => {
    const nothing: DraftDevice = {
      ...device,
      equipment_name: '',
      equipment_type: null,
      serial_number: ' ',
      used_by: '',
      organisation: '',
      usage_from: '',
      usage_to: '',
    };
    expect(deviceFaults(nothing, '').map(({ message }) => message)).toEqual([
      'Please enter the Equipment Type Info.',
      'Please enter the Serial Number.',
      'Please enter the Used By Details.',
      'Please enter the Organisation Name.',
      'Please enter Usage From Date',
      'Equipment Name is required.',
      'Please enter Usage To Date',
    ]);
    expect(deviceFaults({ ...device, usage_to: device.usage_from }, '')[0]?.message).toBe(
      'Usage To must be greater than Usage From.',
    );
    expect(deviceFaults(device, '2026-04-01')).toEqual([]);
    expect(firstUsageTo('2026-02-27')).toBe('2026-03-02');
  });

  it('checks a member of staff in the order of the toasts; confidentiality may be No', () => {
    const nothing: DraftStaff = {
      ...member,
      first_name: '',
      surname: '',
      phone: '',
      email: '',
      identification_type: '',
      position_in_organisation: '',
      confidentiality_protocols: null,
    };
    expect(staffFaults(nothing, null).map(({ message }) => message)).toEqual([
      "Please enter the Staff's First Name.",
      "Please enter the Staff's Surname.",
      "Please enter the Staff's Phone Number.",
      "Please enter the Staff's Email.",
      "Please select the Staff's Identification Type",
      "Please enter the Staff's Position in the Organisation",
      'Please select an option whether the Staff member compiled with the Confidentiality Protocol.',
    ]);
    expect(
      staffFaults({ ...member, identification_number: '', email: 'a@b' }, null).map(
        ({ message }) => message,
      ),
    ).toEqual([
      'Please enter a Valid Email.',
      'Please enter the Identification Number since you selected a valid Identification Type.',
      'Please upload the Passport',
    ]);
    expect(staffFaults(member, file)).toEqual([]);
  });
});

it('keeps digits and + of a phone number, and wants a domain behind the @ of an address', () => {
  expect(phoneOf('+15 (550) 111-x')).toBe('+15550111');
  expect(['a@b.ex', 'a@b.c', 'a.b+c@d-e.example'].every(isEmail)).toBe(true);
  expect(['a', 'a@b', 'a b@c.de', '@b.de'].some(isEmail)).toBe(false);
});
