import { addDays } from '@/lib/days';
import type { DraftDevice } from './draft';
import { Check, type Fault } from './faults';

/** Usage To can be picked from so many days after Usage From on (2 §9). */
const MIN_USAGE_DAYS = 3;

/** The first day that can be picked as Usage To. */
export const firstUsageTo = (usageFrom: string): string => addDays(usageFrom, MIN_USAGE_DAYS);

/** What is wrong with a device, in the order of the toasts (2 §5, "Device dialog"). */
export function deviceFaults(device: DraftDevice, neededOn: string): Fault[] {
  const check = new Check();
  check.needs(device.equipment_type, 'equipment_type', 'Please enter the Equipment Type Info.');
  check.needs(device.serial_number, 'serial_number', 'Please enter the Serial Number.');
  check.needs(device.used_by, 'used_by', 'Please enter the Used By Details.');
  check.needs(device.organisation, 'organisation', 'Please enter the Organisation Name.');
  check.fits(device.serial_number, 'serial_number', 'Serial Number');
  check.fits(device.used_by, 'used_by', 'Used By');
  check.fits(device.organisation, 'organisation', 'Organisation');
  check.fits(device.equipment_name, 'equipment_name', 'Equipment Name');
  const { usage_from: from, usage_to: to } = device;
  check.needs(from, 'usage_from', 'Please enter Usage From Date');
  if (from && neededOn && from < neededOn) {
    check.add('usage_from', 'Usage From cannot be before the Date the Request will be Needed.');
  }
  check.needs(device.equipment_name, 'equipment_name', 'Equipment Name is required.');
  check.needs(to, 'usage_to', 'Please enter Usage To Date');
  if (from && to && to <= from) {
    check.add('usage_to', 'Usage To must be greater than Usage From.');
  }
  return check.faults;
}
