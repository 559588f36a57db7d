import Link from '@mui/material/Link';
import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/ui/DataList';

interface Props {
  request: DataRequest;
  /** True in a narrow column. */
  dense?: boolean;
}

/** Shows the principal investigator. An erased person has only dashes. */
export function PrincipalDetails({ request, dense }: Props) {
  return (
    <DataList dense={dense}>
      <DataItem name="Name">
        {request.principal_fname} {request.principal_sname}
        {request.isPrincipal && ' (the requester)'}
      </DataItem>
      <DataItem name="Occupation">{request.principal_occupation}</DataItem>
      <DataItem name="Institution">{request.principal_institution}</DataItem>
      <DataItem name="Email">
        {request.principal_email && (
          <Link href={`mailto:${request.principal_email}`}>{request.principal_email}</Link>
        )}
      </DataItem>
      <DataItem name="Phone">
        {request.principal_phone && (
          <Link href={`tel:${request.principal_phone}`}>{request.principal_phone}</Link>
        )}
      </DataItem>
    </DataList>
  );
}
