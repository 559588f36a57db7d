import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { TableRecord, VariableRecord } from '@/api/models';
import { RecordList } from '@/ui/records/RecordList';
import type { ListColumn } from '@/ui/table/columns';
import { lazyDialog } from '@/lib/lazyPart';
import { Excerpt } from '../Cells';
import { recordQueries } from '../queries';
import { RemoveVariable } from './RemoveVariable';

const VariableDialog = lazyDialog(() => import('./VariableDialog'), 'VariableDialog');
const DetailsDialog = lazyDialog(() => import('./DetailsDialog'), 'DetailsDialog');

const sorts: readonly SortKey<'/api/v1/data_dictionary/variables_dd'>[] = [
  'ids_column_name',
  'var_name',
  'data_type',
  'meaning',
];

/** The page size of the sheet (3 §9). */
const pages = { pageSize: 10, pageSizes: [10] };

const columns: readonly ListColumn<VariableRecord>[] = [
  {
    field: 'var_name',
    name: 'Variable Name',
    cell: ({ var_name }) => <strong>{var_name}</strong>,
  },
  { field: 'ids_column_name', name: 'Column Name', cell: ({ ids_column_name }) => ids_column_name },
  { field: 'data_type', name: 'Data Type', cell: ({ data_type }) => data_type },
  { field: 'meaning', name: 'Meaning', cell: ({ meaning }) => <Excerpt>{meaning}</Excerpt> },
];

/** Lists the variables of a table as cards, with dialogs to change them. */
export function VariableList({ table }: { table: TableRecord }) {
  const [detailed, setDetailed] = useState<VariableRecord | null>(null);
  return (
    <>
      <RecordList
        label="List of Variables"
        pages={pages}
        sorts={sorts}
        columns={columns}
        keyOf={({ var_id }) => var_id}
        read={(args) => recordQueries.variables(table.tbl_id, args)}
        placeholder="Name, type, meaning or synonym"
        empty="No variables found"
        emptyHint="Add the first one, or import a dictionary."
        head={{ title: 'List of Variables', addLabel: 'Add Variable' }}
        nameOf={({ var_name }) => `the variable ${var_name}`}
        more={(variable) => [
          {
            title: 'Show its details',
            icon: VisibilityOutlined,
            onClick: () => setDetailed(variable),
          },
        ]}
        dialog={(variable, onClose) => (
          <VariableDialog tbl={table.tbl_id} variable={variable} onClose={onClose} />
        )}
        removal={(variable, onClose) => <RemoveVariable variable={variable} onClose={onClose} />}
      />
      {detailed && <DetailsDialog variable={detailed} onClose={() => setDetailed(null)} />}
    </>
  );
}
