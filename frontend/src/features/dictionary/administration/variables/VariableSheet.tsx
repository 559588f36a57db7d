import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { TableRecord, VariableRecord } from '@/api/models';
import { saveWith } from '@/api/useSave';
import { ListHead } from '@/ui/records/ListHead';
import { RowActions } from '@/ui/RowActions';
import { LoadedSheet } from '@/ui/sheet/LoadedSheet';
import { useSheet } from '@/ui/sheet/useSheet';
import { useListUrl } from '@/lib/useListUrl';
import { lazyDialog } from '@/lib/lazyPart';
import { DICTIONARY_PATHS, variableCalls } from '../mutations';
import { recordQueries } from '../queries';
import { DetailsButton } from './DetailsButton';
import { RemoveVariable } from './RemoveVariable';
import { columns, emptyVariable, variableInput, variableValues } from './values';

const VariableDialog = lazyDialog(() => import('./VariableDialog'), 'VariableDialog');
const DetailsDialog = lazyDialog(() => import('./DetailsDialog'), 'DetailsDialog');

/** The page size of 3 §9. */
const PAGE_SIZE = 10;

const sorts: readonly SortKey<'/api/v1/data_dictionary/variables_dd'>[] = [
  'ids_column_name',
  'var_name',
  'data_type',
  'meaning',
];

/** The values of a new row. Questions are answered with No by default. */
const empty = {
  ...emptyVariable,
  derived: 'No',
  is_primary: 'No',
  is_foreign: 'No',
  is_identifiable: 'No',
  is_analytical: 'No',
  enumerated: 'No',
};

type Opened = { dialog: 'details' | 'edit' | 'remove'; variable: VariableRecord } | 'add' | null;

/**
 * Edits the variables of a table in place. Variables are read a page at a time and saved row by row
 * (3 §2.10).
 */
export function VariableSheet({ table }: { table: TableRecord }) {
  const list = useListUrl({ pageSize: PAGE_SIZE, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(recordQueries.variables(table.tbl_id, { search, sort, page, pageSize }));
  const variables = loaded.data?.rows ?? [];
  const rows = variables.map((variable) => ({
    id: variable.var_id,
    rowVersion: variable.row_version,
    values: variableValues(variable),
  }));
  const sheet = useSheet({
    name: `variables.${table.tbl_id}`,
    columns,
    rows,
    empty,
    refreshed: DICTIONARY_PATHS,
    save: (id, values, rowVersion) =>
      saveWith(variableCalls, id, {
        ...variableInput(table.tbl_id, values),
        row_version: rowVersion,
      }),
  });
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <>
      <ListHead title="List of Variables" addLabel="Add Variable" onAdd={() => setOpened('add')} />
      <LoadedSheet
        label="List of Variables"
        noun="variable"
        placeholder="Name, type, meaning or synonym"
        empty="No variables found"
        emptyHint="Add the first one, or import a dictionary."
        list={list}
        loaded={loaded}
        columns={columns}
        rows={rows}
        sheet={sheet}
        nameOf={(text, isNew) =>
          isNew ? 'the new variable' : `the variable ${text('var_name') || text('ids_column_name')}`
        }
        adding={
          <Button startIcon={<AddOutlined />} onClick={() => sheet.addRow()}>
            Add New Row
          </Button>
        }
        actions={(id) => {
          const variable = variables.find(({ var_id }) => var_id === id);
          const open = (dialog: 'details' | 'edit' | 'remove') =>
            variable && setOpened({ dialog, variable });
          return (
            variable && (
              <>
                <DetailsButton name={variable.var_name} onOpen={() => open('details')} />
                <RowActions
                  of={`the variable ${variable.var_name}`}
                  onEdit={() => open('edit')}
                  onDelete={() => open('remove')}
                />
              </>
            )
          );
        }}
      />
      {opened === 'add' && <VariableDialog tbl={table.tbl_id} onClose={close} />}
      {opened && opened !== 'add' && opened.dialog === 'details' && (
        <DetailsDialog variable={opened.variable} onClose={close} />
      )}
      {opened && opened !== 'add' && opened.dialog === 'edit' && (
        <VariableDialog tbl={table.tbl_id} variable={opened.variable} onClose={close} />
      )}
      {opened && opened !== 'add' && opened.dialog === 'remove' && (
        <RemoveVariable variable={opened.variable} onClose={close} />
      )}
    </>
  );
}
