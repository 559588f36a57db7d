import Box from '@mui/material/Box';
import type { DataRequest, StaffMember } from '@/api/models';
import { DocumentButton } from '@/shared/documents/DocumentButton';
import { identificationTitle, nameOf, staffColumns } from './columns';
import { detailAt } from './documentDetail';
import { DuplicateWarnings } from './DuplicateWarnings';
import { EditableTable } from './EditableTable';

const columnsOf = (request: DataRequest) =>
  staffColumns<StaffMember>(
    (member) => (
      <>
        {[member.identification_type, member.identification_number].filter(Boolean).join(', ')}
        {member.identification_file_path && (
          <Box sx={{ mt: 0.5 }}>
            <DocumentButton
              path={member.identification_file_path}
              title={identificationTitle(member)}
              label="Open"
              detail={detailAt(request, member.identification_file_path)}
            />
          </Box>
        )}
      </>
    ),
    ({ staff_shared_id }) => (
      <DuplicateWarnings duplicates={request.duplicates.staff} id={staff_shared_id} />
    ),
  );

interface Props {
  request: DataRequest;
  /** Shows the edit buttons if the reader may edit the list. */
  editable?: boolean;
}

/** The staff who will see the data, with their identification documents (2 §2). */
export function StaffTable({ request, editable = false }: Props) {
  return (
    <EditableTable
      request={request}
      label="List of staff"
      rows={request.list_of_staff}
      columns={columnsOf(request)}
      keyOf={({ staff_shared_id }) => staff_shared_id}
      nameOf={nameOf}
      editable={editable}
      addLabel="Add staff member"
      edit={(row) => ({ kind: 'staff', row })}
      remove={(row) => ({ kind: 'deleteStaff', row })}
    />
  );
}
