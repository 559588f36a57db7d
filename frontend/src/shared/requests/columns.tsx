import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import type { Device, StaffMember } from '@/api/models';
import type { ListColumn } from '@/ui/table/columns';
import { formatDate } from '@/lib/dates';

/** Page sizes of the lists of devices and staff. */
export const PAGE_SIZES = [5, 10, 25] as const;

type AnyDevice = Omit<Device, 'device_id' | 'equipment_type'>;
type AnyMember = Pick<
  StaffMember,
  'first_name' | 'surname' | 'position_in_organisation' | 'email' | 'phone'
> & { confidentiality_protocols: boolean | null };

/**
 * Columns of a list of devices. Drafts and submitted requests store the type of a device
 * differently.
 */
export function deviceColumns<Row extends AnyDevice>(
  typeOf: (device: Row) => ReactNode,
  noteOf?: (device: Row) => ReactNode,
): readonly ListColumn<Row>[] {
  return [
    {
      field: 'equipment_name',
      name: 'Equipment',
      flex: 1.2,
      minWidth: 110,
      cell: ({ equipment_name }) => equipment_name,
    },
    { field: 'equipment_type', name: 'Type', flex: 1, minWidth: 90, cell: typeOf },
    {
      field: 'serial_number',
      name: 'Serial number',
      flex: 1,
      minWidth: 110,
      cell: (device) => (
        <>
          {device.serial_number}
          {noteOf?.(device)}
        </>
      ),
    },
    { field: 'used_by', name: 'Used by', flex: 1, minWidth: 100, cell: ({ used_by }) => used_by },
    {
      field: 'organisation',
      name: 'Organisation',
      flex: 1,
      minWidth: 110,
      cell: ({ organisation }) => organisation,
    },
    {
      field: 'usage',
      name: 'Usage',
      flex: 1.2,
      minWidth: 110,
      cell: ({ usage_from, usage_to }) => `${formatDate(usage_from)} to ${formatDate(usage_to)}`,
    },
  ];
}

export const nameOf = ({ first_name, surname }: Pick<AnyMember, 'first_name' | 'surname'>) =>
  `${first_name} ${surname}`;

/** "Passport of Thea Blackwood". */
export const identificationTitle = (member: StaffMember): string =>
  `${member.identification_type} of ${nameOf(member)}`;

/**
 * Columns of a list of staff. A draft has the identification as a file, a submitted request as a
 * document.
 */
export function staffColumns<Row extends AnyMember>(
  identificationOf: (member: Row) => ReactNode,
  noteOf?: (member: Row) => ReactNode,
): readonly ListColumn<Row>[] {
  return [
    {
      field: 'name',
      name: 'Name',
      flex: 1,
      minWidth: 110,
      cell: (member) => (
        <>
          {nameOf(member)}
          {noteOf?.(member)}
        </>
      ),
    },
    {
      field: 'position',
      name: 'Position',
      flex: 1,
      minWidth: 110,
      cell: ({ position_in_organisation }) => position_in_organisation,
    },
    {
      field: 'contact',
      name: 'Contact',
      flex: 1.4,
      minWidth: 150,
      // A person who was erased has no contact data.
      cell: ({ email, phone }) =>
        email || phone ? (
          <>
            {email}
            <br />
            {phone}
          </>
        ) : (
          '–'
        ),
    },
    {
      field: 'identification',
      name: 'Identification',
      flex: 1.2,
      minWidth: 130,
      cell: identificationOf,
    },
    {
      field: 'confidentiality',
      name: 'Confidentiality',
      flex: 0.7,
      minWidth: 110,
      cell: ({ confidentiality_protocols }) =>
        confidentiality_protocols ? (
          'Yes'
        ) : (
          <Box component="strong" sx={{ color: 'warning.main' }}>
            No
          </Box>
        ),
    },
  ];
}
