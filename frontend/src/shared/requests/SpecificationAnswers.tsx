import type { DataRequest } from '@/api/models';
import { DataItem } from '@/ui/DataList';
import { Prose } from '@/ui/Prose';
import { facilities, periodOfData } from '@/lib/requestStatus';

/** The description of the dataset and its filters, as items of a `DataList`. */
export function SpecificationAnswers({ request }: { request: DataRequest }) {
  return (
    <>
      <DataItem name="Description">
        <Prose>{request.dataset_description}</Prose>
      </DataItem>
      <DataItem name="Facilities">{facilities(request)}</DataItem>
      <DataItem name="Period of the data">{periodOfData(request)}</DataItem>
    </>
  );
}
