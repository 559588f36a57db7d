import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DataRequest, StaffMember } from '@/api/models';
import { DocumentButton } from '@/shared/documents/DocumentButton';
import { PagedTable } from '@/ui/PagedTable';
import { mayEdit } from '@/lib/requestEdits';
import { identificationTitle, nameOf, PAGE_SIZES, staffColumns } from './columns';
import { detailAt } from './documentDetail';
import { DuplicateWarnings } from './DuplicateWarnings';
import { AddRow, RowEdits } from './EditableRows';

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
  dense?: boolean;
  /** Shows the edit buttons if the reader may edit the list. */
  editable?: boolean;
}

/** The staff who will see the data, with their identification documents (2 §2). */
export function StaffTable({ request, dense, editable = false }: Props) {
  const { list_of_staff: staff } = request;
  const withActions = editable && mayEdit(request, 'staff');
  return (
    <>
      {staff.length === 0 ? (
        <Typography variant="body2">No information available</Typography>
      ) : (
        <PagedTable
          label="List of staff"
          rows={staff}
          columns={columnsOf(request)}
          keyOf={({ staff_shared_id }) => staff_shared_id}
          pageSizes={PAGE_SIZES}
          dense={dense}
          actions={
            withActions
              ? (row) => (
                  <RowEdits
                    request={request}
                    name={nameOf(row)}
                    edit={{ kind: 'staff', row }}
                    remove={{ kind: 'deleteStaff', row }}
                  />
                )
              : undefined
          }
        />
      )}
      {editable && (
        <AddRow request={request} label="Add staff member" target={{ kind: 'staff', row: null }} />
      )}
    </>
  );
}
