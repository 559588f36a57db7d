import Alert from '@mui/material/Alert';
import type { DataRequest } from '@/api/models';
import { nameOf } from '@/components/requests/columns';
import { StaffTable } from '@/components/requests/StaffTable';

/** The people with whom the data is shared; who has not complied with the confidentiality protocol is named on top. */
export function StaffDetails({
  request,
  editable,
}: {
  request: DataRequest;
  /** Whether the list can be edited here, by whoever may. */
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
      <StaffTable request={request} dense editable={editable} />
    </>
  );
}
