import TablePagination from '@mui/material/TablePagination';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { formatNumber } from '@/lib/numbers';

interface Props {
  /** Number of rows on all pages. */
  total: number;
  /** True if there are more than `total` rows, as for a search with too many matches to count. */
  more?: boolean;
  query: { page: number; pageSize: number };
  pageSizes: readonly number[];
  onChange: (changes: { page?: number; page_size?: number }) => void;
  /** Text about the rows shown, if the specification prescribes another one than the default. */
  report?: (shown: { from: number; to: number; count: number }) => string;
  /** True to render nothing if all rows fit on the smallest page. */
  optional?: boolean;
}

/** Pagination of a list, below a table or below cards. */
export function Pages(props: Props) {
  const { total, more, query, pageSizes, onChange, report, optional = false } = props;
  const asCards = useMediaQuery(useTheme().breakpoints.down('sm'));
  if (optional && total <= Math.min(...pageSizes, query.pageSize)) return null;
  const last = Math.max(0, Math.ceil(total / query.pageSize) - 1);
  return (
    <TablePagination
      component="div"
      // Adds one row, so that the last counted page has a next page.
      count={more ? total + 1 : total}
      page={Math.min(query.page - 1, last)}
      rowsPerPage={query.pageSize}
      rowsPerPageOptions={[...pageSizes]}
      labelRowsPerPage={asCards ? 'Rows' : 'Rows per page:'}
      labelDisplayedRows={
        more
          ? ({ from, to }) =>
              `${formatNumber(from)}–${formatNumber(to)} of more than ${formatNumber(total)}`
          : report
      }
      onPageChange={(_, page) => onChange({ page: page + 1 })}
      onRowsPerPageChange={({ target }) => onChange({ page_size: Number(target.value) })}
      sx={asCards ? { '& .MuiTablePagination-toolbar': { px: 0 } } : undefined}
    />
  );
}
