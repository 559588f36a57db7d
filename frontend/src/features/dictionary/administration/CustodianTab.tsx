import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { CustodianRecord } from '@/api/models';
import type { GridColumn } from '@/components/ServerGrid';
import { ListSearch, ServerList } from '@/components/ServerList';
import { tenRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { YesOrNo } from './Cells';
import { CustodianDialog } from './CustodianDialog';
import { ListHead } from './ListHead';
import { recordQueries } from './queries';
import { RemoveDialog } from './RemoveDialog';
import { RowActions } from '@/components/RowActions';

/** What the call can sort by. */
const sorts: readonly SortKey<'/api/v1/data_dictionary/data_custodian'>[] = [
  'source_name',
  'organisation',
  'role_name',
  'broker',
];

const columns: readonly GridColumn<CustodianRecord>[] = [
  {
    field: 'source_name',
    name: 'Data Source',
    flex: 1.2,
    minWidth: 200,
    cell: ({ source_name }) => <strong>{source_name}</strong>,
  },
  {
    field: 'organisation',
    name: 'Organisation',
    flex: 1.2,
    minWidth: 200,
    cell: ({ organisation }) => organisation,
  },
  {
    field: 'role_name',
    name: 'Organisation Role',
    flex: 1,
    minWidth: 180,
    cell: ({ role_name }) => role_name,
  },
  {
    field: 'broker',
    name: 'Is A Broker',
    width: 130,
    cell: ({ broker }) => <YesOrNo value={broker} />,
  },
];

/** Who has which data source in custody (3 §2.8). */
export function CustodianTab() {
  const list = useListUrl({ ...tenRows, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(recordQueries.custodians({ search, sort, page, pageSize }));
  const [edited, setEdited] = useState<CustodianRecord | 'new' | null>(null);
  const [removed, setRemoved] = useState<CustodianRecord | null>(null);
  return (
    <>
      <ListHead
        title="List of Data Custodians"
        addLabel="Add Data Custodian"
        onAdd={() => setEdited('new')}
      />
      <ListSearch list={list} placeholder="Data source, organisation or role" />
      <ServerList
        label="Data custodians"
        list={list}
        loaded={loaded}
        columns={columns}
        keyOf={({ custodian_id }) => custodian_id}
        pageSizes={tenRows.pageSizes}
        empty="No data custodians found"
        emptyHint="Without one, requests for a data source go to the provider."
        actionsWidth={110}
        actions={(row) => (
          <RowActions
            of={`the data custodian ${row.organisation} of ${row.source_name}`}
            onEdit={() => setEdited(row)}
            onDelete={() => setRemoved(row)}
          />
        )}
      />
      {edited && (
        <CustodianDialog
          custodian={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <RemoveDialog
          kind="data custodian"
          id={removed.custodian_id}
          name={`${removed.organisation} as data custodian of ${removed.source_name}`}
          onClose={() => setRemoved(null)}
        >
          Requests that are submitted from then on go to another data custodian of the data source,
          or to the provider where there is none. Requests that run stay where they are.
        </RemoveDialog>
      )}
    </>
  );
}
