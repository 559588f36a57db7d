import type { DraftFile } from '@/api/models';
import type { SelectedVariable } from '@/lib/variableSelection';

export type YesNo = '' | 'Yes' | 'No';
export const dataFormats = ['Paper-based', 'Electronic', 'Direct access'] as const;
export type DataFormat = (typeof dataFormats)[number];
export const identificationTypes = ['Passport', 'National ID'] as const;
export type IdentificationType = (typeof identificationTypes)[number];
/** The purpose "Other", which alone carries a description (2 §9). */
export const OTHER_PURPOSE = 3;

/** The answers of step 1, named as in the payload (2 §3). Dates are YYYY-MM-DD; empty texts are no answer. */
export interface Details {
  title: string;
  ethics_committee: number | null;
  protocol_ref_num: string;
  needed_on: string;
  isPrincipal: YesNo;
  principal_fname: string;
  principal_sname: string;
  principal_email: string;
  principal_phone: string;
  principal_institution: string;
  principal_occupation: string;
  ethics_approval_letter: YesNo;
  exempted: boolean;
  /** Whether a second committee's letter is added. */
  additional_letter: YesNo;
  additional_ethics_committee_name: string;
  purposes: number[];
  purpose_description: string;
  data_format: '' | DataFormat;
  direct_access_from: string;
  direct_access_to: string;
  no_date_limit: boolean;
  dataset_description: string;
}

/** The answers of step 2. */
export interface Filters {
  facilities: number[];
  /** The facilities summed up, as they are sent. */
  facility_filter: string[];
  start_value: string;
  end_value: string;
}

/** A device of step 3, under an id of its own until the request is submitted. */
export interface DraftDevice {
  local_id: string;
  equipment_name: string;
  equipment_type: number | null;
  serial_number: string;
  used_by: string;
  organisation: string;
  usage_from: string;
  usage_to: string;
}

/** A member of staff of step 3; the identification lies among the files, under `staffSlot`. */
export interface DraftStaff {
  local_id: string;
  first_name: string;
  surname: string;
  phone: string;
  email: string;
  identification_type: '' | IdentificationType;
  identification_number: string;
  position_in_organisation: string;
  confidentiality_protocols: boolean | null;
}

/** What was chosen in the dictionary. */
export interface Choice {
  dataSourceId: number | null;
  variables: SelectedVariable[];
}

/** Everything that was typed and chosen, but for the files and the choice of variables. */
export interface Draft {
  details: Details;
  filters: Filters;
  devices: DraftDevice[];
  staff: DraftStaff[];
  /** How many screens of the wizard were reached. */
  reached: number;
}

/** The files that the draft names, by slot; the server has them. */
export type Files = ReadonlyMap<string, DraftFile>;

export const documentSlots = [
  'ethics_doc_path',
  'additional_IRB_file_path',
  'file_path',
  'data_specs_path',
] as const;
export type DocumentSlot = (typeof documentSlots)[number];

export const staffSlot = (localId: string): string => `staff/${localId}`;

/** The field of the payload that carries the file of a slot. */
export const fieldOfSlot = (slot: string): string =>
  slot.startsWith('staff/') ? 'identification_file_path' : slot;

export const emptyDraft: Draft = {
  details: {
    title: '',
    ethics_committee: null,
    protocol_ref_num: '',
    needed_on: '',
    isPrincipal: '',
    principal_fname: '',
    principal_sname: '',
    principal_email: '',
    principal_phone: '',
    principal_institution: '',
    principal_occupation: '',
    ethics_approval_letter: '',
    exempted: false,
    additional_letter: '',
    additional_ethics_committee_name: '',
    purposes: [],
    purpose_description: '',
    data_format: '',
    direct_access_from: '',
    direct_access_to: '',
    no_date_limit: false,
    dataset_description: '',
  },
  filters: { facilities: [], facility_filter: [], start_value: '', end_value: '' },
  devices: [],
  staff: [],
  reached: 1,
};
