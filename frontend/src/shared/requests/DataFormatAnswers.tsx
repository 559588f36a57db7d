import type { DataRequest } from '@/api/models';
import { DataItem } from '@/ui/DataList';
import { accessPeriod } from '@/lib/requestStatus';

/** The format of the data and the period of direct access, as items of a `DataList`. */
export function DataFormatAnswers({ request }: { request: DataRequest }) {
  const period = accessPeriod(request);
  return (
    <>
      <DataItem name="Format">{request.data_format}</DataItem>
      {period && <DataItem name="Period of access">{period}</DataItem>}
    </>
  );
}
