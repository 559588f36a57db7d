import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { DataItem, DataList } from './DataList';
import { PlainList } from './PlainList';
import type { ListColumn } from './table/columns';
import { boxLook } from './table/looks';
import { withChecked, type ListSelection, type RowKey } from './table/picks';
import { RowCheckbox } from './table/RowCheckbox';

interface Props<Row, Key extends RowKey> {
  label: string;
  rows: readonly Row[];
  /** The first column is the title of the card. */
  columns: readonly ListColumn<Row>[];
  keyOf: (row: Row) => Key;
  actions?: (row: Row) => ReactNode;
  /** Missing if rows cannot be selected. */
  selection?: ListSelection<Row, Key>;
  /** True while the rows of the previous page are shown. */
  loading?: boolean;
}

/** The rows of a table as cards, for phones. */
export function RowCards<Row extends object, Key extends RowKey = number>(props: Props<Row, Key>) {
  const { label, rows, columns, keyOf, actions, selection, loading = false } = props;
  const [title, ...others] = columns;
  return (
    <PlainList
      aria-label={label}
      aria-busy={loading}
      sx={{ display: 'grid', gap: 1, opacity: loading ? 0.6 : 1, ...boxLook }}
    >
      {rows.map((row) => (
        <Box
          component="li"
          key={keyOf(row)}
          sx={{
            px: 2,
            py: 1.5,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
            overflowWrap: 'anywhere',
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', mb: 1 }}>
            {selection && <Choice row={row} id={keyOf(row)} selection={selection} />}
            {title && <Box sx={{ flex: 1, minWidth: 0 }}>{title.cell(row)}</Box>}
          </Box>
          <DataList dense>
            {others.map(({ field, name, cell }) => (
              <DataItem key={field} name={name}>
                {cell(row)}
              </DataItem>
            ))}
          </DataList>
          {actions && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>{actions(row)}</Box>
          )}
        </Box>
      ))}
    </PlainList>
  );
}

interface ChoiceProps<Row, Key extends RowKey> {
  row: Row;
  id: Key;
  selection: ListSelection<Row, Key>;
}

function Choice<Row, Key extends RowKey>({ row, id, selection }: ChoiceProps<Row, Key>) {
  const { selected, change, nameOf, isSelectable } = selection;
  return (
    <RowCheckbox
      label={`Select ${nameOf(row)}`}
      checked={selected.has(id)}
      disabled={isSelectable?.(row) === false}
      onChange={({ target }) => change(withChecked(selected, [id], target.checked))}
    />
  );
}
