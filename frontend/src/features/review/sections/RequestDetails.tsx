import type { DataRequest } from '@/api/models';
import { ReleasedOn, SubmittedOn } from '@/shared/audit/ProvenDates';
import { DataItem, DataList } from '@/ui/DataList';
import { DetailsAnswers } from '@/shared/requests/DetailsAnswers';
import { EthicsAnswers } from '@/shared/requests/EthicsAnswers';
import { accessPeriod } from '@/lib/requestStatus';

export function RequestDetails({ request }: { request: DataRequest }) {
  return (
    <DataList>
      <DataItem name="Reference">
        {`${request.reference}, for the requester ${request.tracking_id}`}
      </DataItem>
      <SubmittedOn request={request} />
      <ReleasedOn request={request} />
      <DetailsAnswers study={request} />
      <DataItem name="Data source">
        {request.requested_datasets.map(({ data_source }) => data_source.source).join(', ')}
      </DataItem>
      <DataItem name="Data format">
        {[request.data_format, accessPeriod(request)].filter(Boolean).join(', ')}
      </DataItem>
      <EthicsAnswers request={request} />
    </DataList>
  );
}
