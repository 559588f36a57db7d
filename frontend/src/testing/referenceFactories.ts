import type { PlaceRecord } from '@/api/models';
import type { Entry } from '@/features/reference/entryKinds';

/** An ethics committee that can be renamed, deactivated and deleted. */
export const committee: Entry = {
  id: 5,
  name: 'Lake Board',
  active: 1,
  rename_refused: null,
  deactivation_refused: null,
  deletion_refused: null,
  row_version: 1,
};

/** A facility that requesters can choose. */
export const clinic: PlaceRecord = {
  facility_id: 20,
  label: 'Hill Clinic',
  level: 'Facility',
  parent_id: 10,
  region: 'North',
  district: 'Hills',
  held: 0,
  active: 1,
  is_offered: true,
  row_version: 1,
};
