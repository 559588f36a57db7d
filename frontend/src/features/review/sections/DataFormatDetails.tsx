import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/ui/DataList';
import { DataFormatAnswers } from '@/shared/requests/DataFormatAnswers';
import { formatDate } from '@/lib/dates';

export function DataFormatDetails({ request }: { request: DataRequest }) {
  return (
    <DataList>
      <DataFormatAnswers request={request} />
      <DataItem name="Date needed">{formatDate(request.needed_on)}</DataItem>
    </DataList>
  );
}
