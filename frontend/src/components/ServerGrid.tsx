import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { DataGrid, type GridColDef, type GridRowSelectionModel } from '@mui/x-data-grid';
import { useMemo, type ReactNode } from 'react';
import type { ListQuery } from '@/lib/useListUrl';
import { DataItem, DataList } from './DataList';
import { Pages } from './Pages';
import { PlainList } from './PlainList';
import { useServerGrid, type GridChanges } from './useServerGrid';

export interface GridColumn<Row> {
  /** Its header sorts where the call can sort by this field. */
  field: string;
  name: string;
  flex?: number;
  minWidth?: number;
  width?: number;
  cell: (row: Row) => ReactNode;
}

/** Rows that are chosen, on whichever page they stand. */
export interface GridSelection<Row> {
  selected: ReadonlySet<number>;
  change: (selected: ReadonlySet<number>) => void;
  /** Names a row to a screen reader. */
  nameOf: (row: Row) => string;
  /** Which rows can be chosen; without it, all of them. */
  isSelectable?: (row: Row) => boolean;
}

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  total: number;
  columns: readonly GridColumn<Row>[];
  keyOf: (row: Row) => number;
  /** What can be done with a row, at its end. */
  actions?: (row: Row) => ReactNode;
  actionsWidth?: number;
  /** Absent where nothing can be chosen. */
  selection?: GridSelection<Row>;
  pageSizes: readonly number[];
  query: Pick<ListQuery, 'page' | 'pageSize' | 'sort' | 'sorts'>;
  onChange: (changes: GridChanges) => void;
  loading: boolean;
  /** Every other row has a ground of its own. */
  striped?: boolean;
  /** Which rows are shown, where the usual words are not those of the specification. */
  pageReport?: (shown: { from: number; to: number; count: number }) => string;
}

/** A list whose pages and order come from the server: a grid, and on a phone a card for each row. */
export function ServerGrid<Row extends object>(props: Props<Row>) {
  const asCards = useMediaQuery(useTheme().breakpoints.down('sm'));
  return asCards ? <Cards {...props} /> : <Grid {...props} />;
}

const cellStyle = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 52,
  py: 0.75,
  minWidth: 0,
  whiteSpace: 'normal',
  lineHeight: 1.4,
} as const;

function gridColumns<Row extends object>(
  columns: readonly GridColumn<Row>[],
  sorts: readonly string[],
  actions: Props<Row>['actions'],
  actionsWidth: number,
) {
  const shown = columns.map(({ field, name, flex, minWidth, width, cell }): GridColDef<Row> => ({
    field,
    headerName: name,
    flex,
    minWidth,
    width,
    sortable: sorts.includes(field),
    renderCell: ({ row }) => (
      <Box sx={cellStyle}>
        <Box sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>{cell(row)}</Box>
      </Box>
    ),
  }));
  if (!actions) return shown;
  const last: GridColDef<Row> = {
    field: 'actions',
    headerName: 'Actions',
    width: actionsWidth,
    sortable: false,
    // The handle would stand beyond the table's edge.
    resizable: false,
    align: 'right',
    headerAlign: 'right',
    renderCell: ({ row }) => (
      <Box sx={{ ...cellStyle, justifyContent: 'flex-end', gap: 0.5 }}>{actions(row)}</Box>
    ),
  };
  return [...shown, last];
}

function gridSelection<Row extends object>(selection: GridSelection<Row> | undefined) {
  if (!selection) return {};
  const { selected, change, isSelectable } = selection;
  const model: GridRowSelectionModel = { type: 'include', ids: new Set(selected) };
  return {
    checkboxSelection: true,
    keepNonExistentRowsSelected: true,
    disableRowSelectionExcludeModel: true,
    rowSelectionModel: model,
    onRowSelectionModelChange: ({ ids }: GridRowSelectionModel) =>
      change(new Set([...ids].map(Number))),
    isRowSelectable: isSelectable && (({ row }: { row: Row }) => isSelectable(row)),
  } as const;
}

function Grid<Row extends object>(props: Props<Row>) {
  const { label, rows, total, columns, keyOf, pageSizes, query, onChange, loading } = props;
  const { actions, actionsWidth = 120, striped = false, pageReport } = props;
  const shown = useMemo(
    () => gridColumns(columns, query.sorts, actions, actionsWidth),
    [columns, query.sorts, actions, actionsWidth],
  );
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column' }}>
      <DataGrid
        {...gridSelection(props.selection)}
        {...useServerGrid(query, onChange)}
        rows={rows}
        columns={shown}
        getRowId={keyOf}
        getRowHeight={() => 'auto'}
        loading={loading}
        aria-label={label}
        // At most 50 rows of a few columns: all of them stay within reach of a screen reader and of Ctrl+F.
        disableVirtualization
        slotProps={{ loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' } }}
        getRowClassName={({ indexRelativeToCurrentPage: index }) =>
          striped && index % 2 === 1 ? 'striped' : ''
        }
        sx={{
          bgcolor: 'background.paper',
          '& .striped:not(:hover)': { bgcolor: 'quiet' },
          // A header that is wider than its column takes two lines.
          '& .MuiDataGrid-columnHeaderTitle': { whiteSpace: 'normal', lineHeight: 1.25 },
        }}
      />
      <Pages {...{ total, query, pageSizes, onChange }} report={pageReport} />
    </Box>
  );
}

function Cards<Row extends object>(props: Props<Row>) {
  const { label, rows, total, columns, keyOf, actions, pageSizes, query, onChange } = props;
  const { pageReport, selection } = props;
  const [title, ...others] = columns;
  return (
    <>
      <PlainList aria-label={label} sx={{ display: 'grid', gap: 1 }}>
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
              {title?.cell(row)}
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
      <Pages {...{ total, query, pageSizes, onChange }} report={pageReport} />
    </>
  );
}

interface ChoiceProps<Row> {
  row: Row;
  id: number;
  selection: GridSelection<Row>;
}

function Choice<Row>({ row, id, selection }: ChoiceProps<Row>) {
  const { selected, change, nameOf, isSelectable } = selection;
  return (
    <Checkbox
      checked={selected.has(id)}
      disabled={isSelectable?.(row) === false}
      onChange={(_, checked) => {
        const next = new Set(selected);
        if (checked) next.add(id);
        else next.delete(id);
        change(next);
      }}
      slotProps={{ input: { 'aria-label': `Select ${nameOf(row)}` } }}
      sx={{ ml: -1.25 }}
    />
  );
}
