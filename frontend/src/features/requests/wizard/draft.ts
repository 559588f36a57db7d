import type { DraftFile } from '@/api/models';
import type { SelectedVariable } from '@/lib/variableSelection';
import { emptyDetails, type Details } from './questions';

export const identificationTypes = ['Passport', 'National ID'] as const;
export type IdentificationType = (typeof identificationTypes)[number];

export interface Filters {
  facilities: number[];
  /** The summaries of the facilities in the form in which they are submitted. */
  facility_filter: string[];
  start_value: string;
  end_value: string;
}

/** A device of step 3. It has an id of its own until the request is submitted. */
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

/** A member of staff of step 3. The identification is among the files, under `staffSlot`. */
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

export interface Choice {
  dataSourceId: number | null;
  variables: SelectedVariable[];
}

/** All answers, without the files and the selected variables. */
export interface Draft {
  details: Details;
  filters: Filters;
  devices: DraftDevice[];
  staff: DraftStaff[];
  reached: number;
}

/** The uploaded files of the draft, by slot. Their contents are on the server. */
export type Files = ReadonlyMap<string, DraftFile>;

export const staffSlot = (localId: string): string => `staff/${localId}`;

/** Returns the field of the payload that carries the file of a slot. */
export const fieldOfSlot = (slot: string): string =>
  slot.startsWith('staff/') ? 'identification_file_path' : slot;

export const emptyDraft: Draft = {
  details: emptyDetails,
  filters: { facilities: [], facility_filter: [], start_value: '', end_value: '' },
  devices: [],
  staff: [],
  reached: 1,
};

/** Returns an id for a device or a member of staff. `randomUUID` exists only on encrypted pages. */
export function newLocalId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
