import { daysBetween } from '@/lib/days';
import { staffSlot, type Draft, type Files, type Filters } from './draft';
import { deviceFaults } from './deviceRules';
import { Check, emailReason, isEmail, isPhone, type Fault } from './faults';
import {
  fields,
  OTHER_PURPOSE,
  questionOf,
  questions,
  type Details,
  type Field,
} from './questions';
import { staffFaults } from './staffRules';

/** The fewest days between today and the day the data is needed; the picker starts one day later (2 §9). */
const MIN_DAYS_AHEAD = 14;
export const PICKER_DAYS_AHEAD = 15;

export interface Choices {
  files: Files;
  dataSourceId: number | null;
  variableIds: readonly number[];
  /** YYYY-MM-DD. */
  today: string;
}

/** Step 1. The order of the lines is that of the specification and of the server (2 §5; decisions, "Requests"). */
export function detailsFaults(details: Details, choices: Choices): Fault[] {
  const check = new Check();
  check.needs(details.title, 'title', 'Please enter the Data Request Title.');
  check.needs(
    details.ethics_committee,
    'ethics_committee',
    'Please select the Ethics Committee Name.',
  );
  check.needs(
    details.protocol_ref_num,
    'protocol_ref_num',
    'Please enter the Protocol Reference Number.',
  );
  checkNeededOn(check, details.needed_on, choices.today);
  checkLetters(check, details, choices.files);
  if (
    check.needs(
      details.purposes.length,
      'request_purposes',
      'Please select at least one Request Purpose.',
    )
  ) {
    if (details.purposes.includes(OTHER_PURPOSE)) {
      check.needs(
        details.purpose_description,
        'purpose_description',
        'Please enter the Purpose Description.',
      );
    }
  }
  check.needs(details.data_format, 'data_format', 'Select a data format you want.');
  checkAdditionalLetter(check, details, choices.files);
  checkPeriod(check, details);
  check.needs(
    details.dataset_description,
    'dataset_description',
    'Please enter the Dataset Description.',
  );
  if (choices.variableIds.length === 0) {
    check.needs(
      choices.files.get('data_specs_path'),
      'data_specs_path',
      'Please upload your General Data Specification Form since no variables were selected.',
    );
  }
  checkPrincipal(check, details);
  check.needs(choices.dataSourceId, 'data_source_id', 'Please select the Data Source.');
  checkLengths(check, details);
  return check.faults;
}

/** The screens of step 1 in the order of the checks. */
const checkedScreens = ['study', 'ethics', 'purpose', 'dataset', 'principal'];

/** Checks the length of every text whose question is asked. The others are not submitted. */
function checkLengths(check: Check, details: Details): void {
  const isAsked = (field: Field) => {
    if (field === 'additional_ethics_committee_name') return details.additional_letter === 'Yes';
    if (field === 'purpose_description') return details.purposes.includes(OTHER_PURPOSE);
    return questions[field].screen !== 'principal' || details.isPrincipal === 'No';
  };
  for (const screen of checkedScreens) {
    for (const field of fields) {
      const { label, short, limit, ...question } = questionOf(field);
      const answer = details[field];
      const isChecked = question.screen === screen && isAsked(field);
      if (isChecked && limit && typeof answer === 'string') {
        check.fits(answer, field, short ?? label, limit);
      }
    }
  }
}

function checkNeededOn(check: Check, neededOn: string, today: string): void {
  const given = check.needs(
    neededOn,
    'needed_on',
    'Please enter the Date the Request will be Needed.',
  );
  if (!given) return;
  const ahead = daysBetween(today, neededOn);
  if (ahead <= 0) {
    check.add('needed_on', 'The selected date must be greater than the current date');
  } else if (ahead < MIN_DAYS_AHEAD) {
    check.add(
      'needed_on',
      'The Needed Date should be in four weeks time or greater. Preferably during the Week.',
    );
  }
}

function checkLetters(check: Check, details: Details, files: Files): void {
  check.needs(
    details.ethics_approval_letter,
    'ethics_approval_letter',
    'Please select whether the Ethics Approval Letter is available.',
  );
  if (details.ethics_approval_letter === 'Yes') {
    check.needs(
      files.get('ethics_doc_path'),
      'ethics_doc_path',
      'Please upload the Ethics Approval Letter.',
    );
  }
  check.needs(files.get('file_path'), 'file_path', 'Please upload the Data Sharing Agreement.');
}

function checkAdditionalLetter(check: Check, details: Details, files: Files): void {
  if (details.additional_letter !== 'Yes') return;
  check.needs(
    details.additional_ethics_committee_name,
    'additional_ethics_committee_name',
    'Enter the Additional Ethics Committee Name.',
  );
  check.needs(
    files.get('additional_IRB_file_path'),
    'additional_IRB_file_path',
    'Upload the Additional Ethics Approval Letter Name.',
  );
}

function checkPeriod(check: Check, details: Details): void {
  if (details.data_format !== 'Direct access' || details.no_date_limit) return;
  const { direct_access_from: from, direct_access_to: to } = details;
  if (!from || !to) {
    check.add(from ? 'direct_access_to' : 'direct_access_from', 'Enter the Direct Access period.');
  } else if (to <= from) {
    check.add(
      'direct_access_to',
      'Enter the Direct Access To must be greater than Direct Access From.',
    );
  }
}

function checkPrincipal(check: Check, details: Details): void {
  if (details.isPrincipal === 'Yes') return;
  if (details.isPrincipal === '') {
    check.add('isPrincipal', 'Please select whether you are the Principal Investigator.');
    return;
  }
  check.needs(details.principal_fname, 'principal_fname', "Please enter the Principal's Name.");
  check.needs(details.principal_sname, 'principal_sname', "Please enter the Principal's Surname.");
  const typed = check.needs(
    details.principal_email,
    'principal_email',
    "Please enter the Principal's Email.",
  );
  if (typed && !isEmail(details.principal_email)) {
    check.add('principal_email', 'Enter a valid email.', emailReason(details.principal_email));
  }
  if (!isPhone(details.principal_phone)) {
    check.add('principal_phone', "Please enter the Principal's Phone.");
  }
  check.needs(
    details.principal_institution,
    'principal_institution',
    "Please enter the Principal's Institution.",
  );
  check.needs(
    details.principal_occupation,
    'principal_occupation',
    "Please enter the Principal's Occupation.",
  );
}

/** Step 2: everything may be missing. */
export function filtersFaults({ start_value, end_value }: Filters): Fault[] {
  const check = new Check();
  if (start_value && end_value && end_value < start_value) {
    check.add(
      'filters.date_range_filter.end_value',
      'The End Date cannot be before the Start Date.',
    );
  }
  return check.faults;
}

/** Step 3: at least one device and one member of staff, and each of them right. */
export function listsFaults(
  draft: Pick<Draft, 'details' | 'devices' | 'staff'>,
  files: Files,
): Fault[] {
  const check = new Check();
  check.needs(
    draft.devices.length,
    'list_of_devices',
    'Please add device to the List of Devices Table',
  );
  draft.devices.forEach((device, index) => {
    const [first] = deviceFaults(device, draft.details.needed_on);
    if (first) check.add(`list_of_devices[${index}].${first.field}`, first.message);
  });
  check.needs(
    draft.staff.length,
    'list_of_staff',
    'Please add staff member to the List of Staff Table',
  );
  draft.staff.forEach((member, index) => {
    const [first] = staffFaults(member, files.get(staffSlot(member.local_id)) ?? null);
    if (first) check.add(`list_of_staff[${index}].${first.field}`, first.message);
  });
  return check.faults;
}
