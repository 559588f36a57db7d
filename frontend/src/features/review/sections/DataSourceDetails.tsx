import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/ui/DataList';
import { Prose } from '@/ui/Prose';
import { formatDate } from '@/lib/dates';

export function DataSourceDetails({ request }: { request: DataRequest }) {
  return (
    <DataList>
      {request.requested_datasets.map(
        ({ rdataset_id, data_source, dataset_description, release_date }, _, { length }) => (
          <DataItem key={rdataset_id} name={data_source.source}>
            <Prose>{data_source.description}</Prose>
            {length > 1 && (
              <div>
                <Prose>{dataset_description}</Prose>
              </div>
            )}
            {release_date && <div>Released on {formatDate(release_date)}.</div>}
          </DataItem>
        ),
      )}
      {request.requested_datasets.length === 0 && <DataItem name="Data source" />}
    </DataList>
  );
}
