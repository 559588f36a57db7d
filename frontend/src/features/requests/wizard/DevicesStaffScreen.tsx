import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useState, type ReactNode } from 'react';
import type { DraftFile, User } from '@/api/models';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { RowActions } from '@/ui/RowActions';
import { TableWithPages } from '@/ui/table/TableWithPages';
import { usePages } from '@/ui/table/usePages';
import { deviceColumns, nameOf, PAGE_SIZES, staffColumns } from '@/shared/requests/columns';
import type { Responsible } from '@/lib/duplicates';
import { toast } from '@/lib/toast';
import { referenceQueries } from '../queries';
import { DeviceDialog } from './DeviceDialog';
import { DraftFileField } from './DraftFileField';
import { newLocalId, staffSlot, type DraftDevice, type DraftStaff } from './draft';
import { StaffDialog } from './StaffDialog';
import type { Details } from './questions';
import { equipmentName } from './withdrawn';
import { fieldId, useWizard } from './wizardContext';

const newDevice = (): DraftDevice => ({
  local_id: newLocalId(),
  equipment_name: '',
  equipment_type: null,
  serial_number: '',
  used_by: '',
  organisation: '',
  usage_from: '',
  usage_to: '',
});

const newStaff = (): DraftStaff => ({
  local_id: newLocalId(),
  first_name: '',
  surname: '',
  phone: '',
  email: '',
  identification_type: '',
  identification_number: '',
  position_in_organisation: '',
  confidentiality_protocols: null,
});

const responsibleOf = (user: User, details: Details): Responsible => ({
  requester: {
    first_name: user.fname,
    surname: user.sname,
    email: user.org_email ?? '',
    identification_number: '',
  },
  principal:
    details.isPrincipal === 'No'
      ? {
          first_name: details.principal_fname,
          surname: details.principal_sname,
          email: details.principal_email,
          identification_number: '',
        }
      : null,
});

/**
 * Returns the name under which an open form is kept. It is the same for every way to open the
 * draft.
 */
const draftName = (draftId: number | null, list: 'device' | 'staff', row: string) =>
  `draft ${draftId ?? 'new'} ${list} ${row}`;

function put<Row extends { local_id: string }>(rows: readonly Row[], row: Row): Row[] {
  return rows.some(({ local_id }) => local_id === row.local_id)
    ? rows.map((known) => (known.local_id === row.local_id ? row : known))
    : [...rows, row];
}

/**
 * Step 3: the lists of devices and staff. Both belong to the draft until it is submitted (2 §3).
 */
export function DevicesStaffScreen() {
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Devices />
      <Staff />
    </Box>
  );
}

function Devices() {
  const { draftId, draft, change, faultOf, withdrawn } = useWizard();
  const pages = usePages(draft.devices, PAGE_SIZES);
  const [open, setOpen] = useState<DraftDevice | null>(null);
  // A transition, because the form is expensive to render. The button responds first.
  const openForm = (device: DraftDevice) => startTransition(() => setOpen(device));
  const [removing, setRemoving] = useState<DraftDevice | null>(null);
  const types = useQuery(referenceQueries.equipmentTypes());
  const isKnown = (device: DraftDevice) =>
    draft.devices.some((d) => d.local_id === device.local_id);
  const columns = deviceColumns<DraftDevice>(({ equipment_type }) =>
    equipmentName(types.data, withdrawn, equipment_type),
  );
  return (
    <List
      id={fieldId('list_of_devices')}
      title="List of Devices"
      addLabel="Add device"
      onAdd={() => openForm(newDevice())}
      empty="No devices yet. Add every computer, server or medium that will hold the data."
      fault={faultOf('list_of_devices')}
      table={
        draft.devices.length > 0 ? (
          <TableWithPages
            {...pages}
            label="Devices"
            columns={columns}
            keyOf={({ local_id }) => local_id}
            actions={(device) => (
              <RowActions
                id={fieldId(`list_of_devices[${draft.devices.indexOf(device)}]`)}
                of={device.equipment_name}
                onEdit={() => openForm(device)}
                onDelete={() => setRemoving(device)}
              />
            )}
          />
        ) : null
      }
    >
      {open && (
        <DeviceDialog
          device={open}
          isNew={!isKnown(open)}
          others={draft.devices.filter(({ local_id }) => local_id !== open.local_id)}
          neededOn={draft.details.needed_on}
          draftName={draftName(draftId, 'device', isKnown(open) ? open.local_id : 'new')}
          withdrawn={withdrawn.equipmentTypes}
          onClose={() => setOpen(null)}
          onSave={(device) => {
            toast(
              isKnown(device)
                ? 'You have successfully updated your List of Devices'
                : 'You have successfully added a device to your List of Devices',
              'success',
            );
            change({ devices: put(draft.devices, device) });
            setOpen(null);
          }}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title="Delete this device?"
        confirmLabel="Delete device"
        colour="error"
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          change({ devices: draft.devices.filter((device) => device !== removing) });
          toast('You have successfully deleted the device', 'success');
          setRemoving(null);
        }}
      >
        {removing?.equipment_name} will be removed from the list.
      </ConfirmDialog>
    </List>
  );
}

const columnsOfStaff = staffColumns<DraftStaff>(
  ({ identification_type, identification_number }) =>
    `${identification_type}, ${identification_number}`,
);

function Staff() {
  const { user, draftId, draft, files, change, setFile, upload, addressOf, faultOf } = useWizard();
  const pages = usePages(draft.staff, PAGE_SIZES);
  const [open, setOpen] = useState<DraftStaff | null>(null);
  const openForm = (member: DraftStaff) => startTransition(() => setOpen(member));
  const [removing, setRemoving] = useState<DraftStaff | null>(null);
  const isKnown = (member: DraftStaff) => draft.staff.some((m) => m.local_id === member.local_id);
  return (
    <List
      id={fieldId('list_of_staff')}
      title="List of Staff"
      addLabel="Add staff member"
      onAdd={() => openForm(newStaff())}
      empty="No staff yet. Add everyone who will see the data, including yourself."
      fault={faultOf('list_of_staff')}
      table={
        draft.staff.length > 0 ? (
          <TableWithPages
            {...pages}
            label="Staff"
            columns={columnsOfStaff}
            keyOf={({ local_id }) => local_id}
            actions={(member) => (
              <RowActions
                id={fieldId(`list_of_staff[${draft.staff.indexOf(member)}]`)}
                of={nameOf(member)}
                onEdit={() => openForm(member)}
                onDelete={() => setRemoving(member)}
              />
            )}
          />
        ) : null
      }
    >
      {open && (
        <StaffDialog<DraftFile>
          member={open}
          identification={files.get(staffSlot(open.local_id)) ?? null}
          isNew={!isKnown(open)}
          draftName={draftName(draftId, 'staff', isKnown(open) ? open.local_id : 'new')}
          others={draft.staff.filter(({ local_id }) => local_id !== open.local_id)}
          responsible={responsibleOf(user, draft.details)}
          fileField={(field) => (
            <DraftFileField
              {...field}
              upload={upload('identification_file_path')}
              addressOf={addressOf}
            />
          )}
          onClose={() => setOpen(null)}
          onSave={(member, identification) => {
            toast(isKnown(member) ? 'Staff Updated' : 'Staff Created', 'success');
            change({ staff: put(draft.staff, member) });
            setFile(staffSlot(member.local_id), identification);
            setOpen(null);
          }}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title="Delete this staff member?"
        confirmLabel="Delete staff member"
        colour="error"
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          if (!removing) return;
          change({ staff: draft.staff.filter((member) => member !== removing) });
          setFile(staffSlot(removing.local_id), null);
          toast('You have successfully deleted the staff', 'success');
          setRemoving(null);
        }}
      >
        {removing && nameOf(removing)} will be removed from the list, with the uploaded
        identification.
      </ConfirmDialog>
    </List>
  );
}

interface ListProps {
  /** The id of the button that adds a row. The error of an empty list leads there. */
  id: string;
  title: string;
  addLabel: string;
  onAdd: () => void;
  empty: string;
  fault?: string;
  /** Null while the list is empty. */
  table: ReactNode;
  children: ReactNode;
}

function List({ id, title, addLabel, onAdd, empty, fault, table, children }: ListProps) {
  return (
    <Box component="section" aria-labelledby={`${id}-title`}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          mb: 1.5,
        }}
      >
        <Typography id={`${id}-title`} variant="h3">
          {title}
        </Typography>
        <Button id={id} variant="outlined" startIcon={<AddIcon />} onClick={onAdd}>
          {addLabel}
        </Button>
      </Box>
      {fault && (
        <Typography variant="body2" color="error" role="alert" sx={{ mb: 1 }}>
          {fault}
        </Typography>
      )}
      {table ?? (
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ p: 2.5, border: 1, borderStyle: 'dashed', borderColor: 'divider', borderRadius: 1 }}
        >
          {empty}
        </Typography>
      )}
      {children}
    </Box>
  );
}
