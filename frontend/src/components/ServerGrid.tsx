import Box from '@mui/material/Box';
import TablePagination from '@mui/material/TablePagination';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { DataGrid, type GridColDef, type GridSortModel } from '@mui/x-data-grid';
import type { ReactNode } from 'react';
import type { ListQuery } from '@/lib/useListUrl';
import { DataItem, DataList } from './DataList';

export interface GridColumn<Row> {
  /** As the call names it to sort by. */
  field: string;
  name: string;
  flex?: number;
  minWidth?: number;
  width?: number;
  sortable?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface GridChanges {
  page?: number;
  page_size?: number;
  sort?: string;
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
  pageSizes: readonly number[];
  query: Pick<ListQuery<never>, 'page' | 'pageSize' | 'sort'>;
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

function toSortModel(sort: string): GridSortModel {
  if (!sort) return [];
  const descending = sort.startsWith('-');
  return [{ field: descending ? sort.slice(1) : sort, sort: descending ? 'desc' : 'asc' }];
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

function gridColumns<Row extends object>({ columns, actions, actionsWidth = 120 }: Props<Row>) {
  const shown = columns.map(
    ({ field, name, flex, minWidth, width, sortable = true, cell }): GridColDef<Row> => ({
      field,
      headerName: name,
      flex,
      minWidth,
      width,
      sortable,
      renderCell: ({ row }) => (
        <Box sx={cellStyle}>
          <Box sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>{cell(row)}</Box>
        </Box>
      ),
    }),
  );
  if (!actions) return shown;
  const last: GridColDef<Row> = {
    field: 'actions',
    headerName: 'Actions',
    width: actionsWidth,
    sortable: false,
    align: 'right',
    headerAlign: 'right',
    renderCell: ({ row }) => (
      <Box sx={{ ...cellStyle, justifyContent: 'flex-end', gap: 0.5 }}>{actions(row)}</Box>
    ),
  };
  return [...shown, last];
}

function Grid<Row extends object>(props: Props<Row>) {
  const { label, rows, total, keyOf, pageSizes, query, onChange, loading } = props;
  const { striped = false, pageReport } = props;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column' }}>
      <DataGrid
        rows={rows}
        columns={gridColumns(props)}
        getRowId={keyOf}
        getRowHeight={() => 'auto'}
        columnHeaderHeight={44}
        loading={loading}
        aria-label={label}
        disableColumnFilter
        disableColumnMenu
        disableRowSelectionOnClick
        // At most 50 rows of a few columns: all of them stay within reach of a screen reader and of Ctrl+F.
        disableVirtualization
        paginationMode="server"
        sortingMode="server"
        rowCount={total}
        pageSizeOptions={[...pageSizes]}
        paginationModel={{ page: query.page - 1, pageSize: query.pageSize }}
        onPaginationModelChange={({ page, pageSize }) =>
          onChange(pageSize === query.pageSize ? { page: page + 1 } : { page_size: pageSize })
        }
        sortModel={toSortModel(query.sort)}
        onSortModelChange={([first]) =>
          onChange({ sort: first ? `${first.sort === 'desc' ? '-' : ''}${first.field}` : '' })
        }
        slotProps={{ loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' } }}
        localeText={pageReport && { paginationDisplayedRows: pageReport }}
        getRowClassName={({ indexRelativeToCurrentPage: index }) =>
          striped && index % 2 === 1 ? 'striped' : ''
        }
        sx={{
          bgcolor: 'background.paper',
          '& .striped:not(:hover)': { bgcolor: 'quiet' },
        }}
      />
    </Box>
  );
}

function Cards<Row extends object>(props: Props<Row>) {
  const { label, rows, total, columns, keyOf, actions, pageSizes, query, onChange } = props;
  const { pageReport } = props;
  const [title, ...others] = columns;
  return (
    <>
      <Box
        component="ul"
        aria-label={label}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
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
            <Box sx={{ mb: 1 }}>{title?.cell(row)}</Box>
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
      </Box>
      <TablePagination
        component="div"
        count={total}
        page={query.page - 1}
        rowsPerPage={query.pageSize}
        rowsPerPageOptions={[...pageSizes]}
        labelRowsPerPage="Rows"
        labelDisplayedRows={pageReport}
        onPageChange={(_, page) => onChange({ page: page + 1 })}
        onRowsPerPageChange={({ target }) => onChange({ page_size: Number(target.value) })}
        sx={{ '& .MuiTablePagination-toolbar': { px: 0 } }}
      />
    </>
  );
}
