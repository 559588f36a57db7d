import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/components/DataList';
import { formatDate } from '@/lib/dates';

/** The sources that the data comes from, and the day of release once there is one. */
export function DataSourceDetails({ request }: { request: DataRequest }) {
  return (
    <DataList>
      {request.requested_datasets.map(
        ({ rdataset_id, data_source, dataset_description, release_date }, _, { length }) => (
          <DataItem key={rdataset_id} name={data_source.source}>
            {data_source.description}
            {length > 1 && ` ${dataset_description}.`}
            {release_date && ` Released on ${formatDate(release_date)}.`}
          </DataItem>
        ),
      )}
      {request.requested_datasets.length === 0 && <DataItem name="Data source" />}
    </DataList>
  );
}
