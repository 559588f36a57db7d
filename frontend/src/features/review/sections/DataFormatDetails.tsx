import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/components/DataList';
import { formatDate } from '@/lib/dates';
import { accessPeriod } from '@/lib/requestStatus';

/** How the data is wanted; of direct access, for how long. */
export function DataFormatDetails({ request }: { request: DataRequest }) {
  const period = accessPeriod(request);
  return (
    <DataList>
      <DataItem name="Format">{request.data_format}</DataItem>
      {period && <DataItem name="Period of access">{period}</DataItem>}
      <DataItem name="Needed on">{formatDate(request.needed_on)}</DataItem>
    </DataList>
  );
}
