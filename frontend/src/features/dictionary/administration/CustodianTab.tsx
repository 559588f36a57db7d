import type { SortKey } from '@/api/lists';
import type { CustodianRecord } from '@/api/models';
import { RecordList } from '@/ui/records/RecordList';
import type { ListColumn } from '@/ui/table/columns';
import { tenRows } from '@/lib/pageSizes';
import { YesOrNo } from '@/ui/YesOrNo';
import { CustodianDialog } from './CustodianDialog';
import { recordQueries } from './queries';
import { RemoveDialog } from './RemoveDialog';
import { useLinkedSource } from './useLinkedSource';

const sorts: readonly SortKey<'/api/v1/data_dictionary/data_custodian'>[] = [
  'source_name',
  'organisation',
  'role_name',
  'broker',
];

const columns: readonly ListColumn<CustodianRecord>[] = [
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

/** Lists the data custodians (3 §2.8). */
export function CustodianTab() {
  const linked = useLinkedSource();
  return (
    <RecordList
      label="Data custodians"
      {...linked.list}
      pages={tenRows}
      sorts={sorts}
      columns={columns}
      keyOf={({ custodian_id }) => custodian_id}
      read={recordQueries.custodians}
      placeholder="Data source, organisation or role"
      empty="No data custodians found"
      emptyHint="Without one, requests for a data source go to the provider."
      actionsWidth={190}
      head={{ title: 'List of Data Custodians', addLabel: 'Add Data Custodian' }}
      nameOf={(row) => `the data custodian ${row.organisation} of ${row.source_name}`}
      dialog={(custodian, onClose) => (
        <CustodianDialog custodian={custodian} source={linked.chosen} onClose={onClose} />
      )}
      removal={(record, onClose) => (
        <RemoveDialog
          kind="data custodian"
          id={record.custodian_id}
          name={`${record.organisation}, ${record.source_name}`}
          onClose={onClose}
        >
          New requests go to another data custodian of the data source, or to the provider if there
          is none. Requests already under way are not affected.
        </RemoveDialog>
      )}
    />
  );
}
