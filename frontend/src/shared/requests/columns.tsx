import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import type { Device, StaffMember } from '@/api/models';
import type { Column } from '@/ui/PagedTable';
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
): readonly Column<Row>[] {
  return [
    { name: 'Equipment', cell: ({ equipment_name }) => equipment_name },
    { name: 'Type', cell: typeOf },
    {
      name: 'Serial number',
      cell: (device) => (
        <>
          {device.serial_number}
          {noteOf?.(device)}
        </>
      ),
    },
    { name: 'Used by', cell: ({ used_by }) => used_by },
    { name: 'Organisation', cell: ({ organisation }) => organisation },
    {
      name: 'Usage',
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
): readonly Column<Row>[] {
  return [
    {
      name: 'Name',
      cell: (member) => (
        <>
          {nameOf(member)}
          {noteOf?.(member)}
        </>
      ),
    },
    { name: 'Position', cell: ({ position_in_organisation }) => position_in_organisation },
    {
      name: 'Contact',
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
    { name: 'Identification', cell: identificationOf },
    {
      name: 'Confidentiality',
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
