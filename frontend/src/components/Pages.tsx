import TablePagination from '@mui/material/TablePagination';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { formatNumber } from '@/lib/numbers';

interface Props {
  /** Rows on all pages. */
  total: number;
  /** There are more than `total`, as of a search that finds too much to be counted. */
  more?: boolean;
  query: { page: number; pageSize: number };
  pageSizes: readonly number[];
  onChange: (changes: { page?: number; page_size?: number }) => void;
  /** Which rows are shown, where the usual words are not those of the specification. */
  report?: (shown: { from: number; to: number; count: number }) => string;
}

/** The pages of a list that comes from the server, below a grid and below cards alike. */
export function Pages({ total, more, query, pageSizes, onChange, report }: Props) {
  const asCards = useMediaQuery(useTheme().breakpoints.down('sm'));
  const last = Math.max(0, Math.ceil(total / query.pageSize) - 1);
  return (
    <TablePagination
      component="div"
      // A row more than is known: as long as there are more, another page follows.
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
