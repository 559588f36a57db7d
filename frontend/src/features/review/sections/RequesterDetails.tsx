import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/ui/DataList';

interface Props {
  request: DataRequest;
  /** True in a narrow column. */
  dense?: boolean;
}

export function RequesterDetails({ request, dense }: Props) {
  const { requester } = request;
  return (
    <DataList dense={dense}>
      <DataItem name="Name">
        {requester.fname} {requester.sname}
      </DataItem>
      <DataItem name="Organisation">{request.organization.name}</DataItem>
      <DataItem name="Department">{request.department || requester.department}</DataItem>
      <DataItem name="Designation">{requester.designation}</DataItem>
      <DataItem name="Email">{requester.org_email}</DataItem>
      <DataItem name="Phone">{requester.phone}</DataItem>
    </DataList>
  );
}
