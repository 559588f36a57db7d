import Alert from '@mui/material/Alert';
import type { DataRequest } from '@/api/models';
import { nameOf } from '@/shared/requests/columns';
import { StaffTable } from '@/shared/requests/StaffTable';

/**
 * Lists the people with whom the data is shared. A warning at the top names those who have not
 * complied with the confidentiality protocol.
 */
export function StaffDetails({
  request,
  editable,
}: {
  request: DataRequest;
  /** True if the list can be edited here, by users with that permission. */
  editable?: boolean;
}) {
  const against = request.list_of_staff.filter((member) => !member.confidentiality_protocols);
  return (
    <>
      {against.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {against.map(nameOf).join(' and ')} {against.length === 1 ? 'has' : 'have'} not complied
          with the confidentiality protocol.
        </Alert>
      )}
      <StaffTable request={request} editable={editable} />
    </>
  );
}
