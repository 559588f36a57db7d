import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { tracksOf, type ListColumn } from './columns';
import { moveBetweenRows, usePicks, type ListSelection, type RowKey } from './picks';
import { RowCheckbox } from './RowCheckbox';
import { SortHeader, type Order } from './SortHeader';
import { compactLook, stripes, tableLook } from './looks';

interface Props<Row, Key extends RowKey> {
  label: string;
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  keyOf: (row: Row) => Key;
  actions?: (row: Row) => ReactNode;
  actionsWidth?: number;
  /** Missing if rows cannot be selected. */
  selection?: ListSelection<Row, Key>;
  /** Missing if the rows cannot be sorted. */
  order?: Order;
  onSort?: (sort: string) => void;
  /** True while the rows of the previous page are shown. */
  loading?: boolean;
  /** Alternates the background of rows. */
  striped?: boolean;
  /** Rows are as low as their content, for a short list among other content. */
  compact?: boolean;
  /**
   * Groups the rows by a field, which is shown once for consecutive rows. Applies to the server's
   * order and to the order by the field, which has to be the first column.
   */
  group?: { field: string; of: (row: Row) => string };
  /** Styles of the cells' content, by class name. */
  look?: SystemStyleObject<Theme>;
}

interface BoxProps<Key> {
  id: Key;
  name: string;
  checked: boolean;
  disabled: boolean;
  onPick: (id: Key, checked: boolean, withShift: boolean) => void;
}

const SelectCell = memo(function SelectCell<Key>({ id, name, onPick, ...box }: BoxProps<Key>) {
  return (
    <td role="cell" className="select">
      <RowCheckbox
        {...box}
        label={`Select ${name}`}
        onChange={({ target, nativeEvent }) =>
          onPick(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </td>
  );
}) as <Key>(props: BoxProps<Key>) => ReactNode;

interface CellsProps<Row> {
  row: Row;
  columns: readonly ListColumn<Row>[];
  actions?: (row: Row) => ReactNode;
}

const Cells = memo(function Cells<Row>({ row, columns, actions }: CellsProps<Row>) {
  return (
    <>
      {columns.map(({ field, cell }) => (
        <td role="cell" key={field}>
          <div>{cell(row)}</div>
        </td>
      ))}
      {actions && (
        <td role="cell" className="actions">
          <div>{actions(row)}</div>
        </td>
      )}
    </>
  );
}) as <Row>(props: CellsProps<Row>) => ReactNode;

const unsorted: Order = { sort: '', sorts: [] };
const noSort = () => undefined;

/**
 * A read-only table. The roles are explicit, because some browsers no longer treat
 * elements with `display: grid` as parts of a table.
 */
export function ListTable<Row extends object, Key extends RowKey = number>(props: Props<Row, Key>) {
  const { label, rows, columns, keyOf, actions, actionsWidth = 120, selection } = props;
  const { order = unsorted, onSort = noSort, loading = false } = props;
  const { striped = false, compact = false, group, look } = props;
  const { pick, all } = usePicks(rows, keyOf, selection);
  const { tracks, least } = tracksOf(columns, {
    selectable: selection !== undefined,
    actionsWidth: actions ? actionsWidth : 0,
  });
  const isGrouped = ['', group?.field].includes(order.sort.replace(/^-/, ''));
  const groupOf = isGrouped ? group?.of : undefined;
  return (
    // A focusable region can be scrolled by keyboard, so that its end can be read without a mouse.
    <Box
      tabIndex={0}
      role="region"
      aria-label={`${label}, table`}
      sx={{ ...tableLook, ...(striped && stripes), ...(compact && compactLook), ...look }}
    >
      <table
        role="table"
        aria-label={label}
        aria-busy={loading}
        style={{ '--tracks': tracks, minWidth: least, opacity: loading ? 0.6 : 1 } as CSSProperties}
        onKeyDown={selection && moveBetweenRows}
      >
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" className="select">
                <RowCheckbox {...all} label="Select all rows" />
              </th>
            )}
            {columns.map(({ field, name }) => (
              <SortHeader key={field} {...{ field, name, order, onSort }} />
            ))}
            {actions && (
              <th role="columnheader" className="actions">
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => {
            const id = keyOf(row);
            const previous = rows[index - 1];
            const repeats = groupOf && previous && groupOf(previous) === groupOf(row);
            return (
              <tr
                role="row"
                key={id}
                data-id={id}
                className={selection?.selected.has(id) ? 'chosen' : repeats ? 'repeats' : undefined}
              >
                {selection && (
                  <SelectCell
                    id={id}
                    name={selection.nameOf(row)}
                    checked={selection.selected.has(id)}
                    disabled={selection.isSelectable?.(row) === false}
                    onPick={pick}
                  />
                )}
                <Cells {...{ row, columns, actions }} />
              </tr>
            );
          })}
        </tbody>
      </table>
    </Box>
  );
}
