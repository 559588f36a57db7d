import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { ImportRemark } from '@/api/models';
import type { ListColumn } from '@/ui/table/columns';
import { TableWithPages } from '@/ui/table/TableWithPages';
import { usePages } from '@/ui/table/usePages';
import { count, formatNumber } from '@/lib/numbers';

interface Line {
  file: string;
  line: number;
}

const files: Record<string, string> = { tables: 'Tables', variables: 'Variables' };

/** The column that names file and line of a row. */
export const placeColumn: ListColumn<Line> = {
  field: 'line',
  name: 'Line',
  width: 180,
  cell: ({ file, line }) => (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {`${files[file] ?? file}, line ${formatNumber(line)}`}
    </Box>
  ),
};

interface Props<Row extends Line> {
  title: string;
  /** The number of all rows, of which `rows` has the first. */
  total: number;
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  children?: ReactNode;
}

/** Lists lines of the files with their remarks. Renders nothing if there are none. */
export function RemarkLines<Row extends Line>({
  title,
  total,
  rows,
  columns,
  children,
}: Props<Row>) {
  const pages = usePages(rows, [10, 25, 50, 100]);
  if (rows.length === 0) return null;
  // A line may occur twice, for example if it names two dependencies, so the index is the key.
  const keys = new Map(rows.map((row, index) => [row, index]));
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {title} ({formatNumber(total)})
      </Typography>
      {(children || total > rows.length) && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {children}
          {total > rows.length && ` The first ${count(rows.length, 'line')} are shown.`}
        </Typography>
      )}
      <TableWithPages
        {...pages}
        label={title}
        columns={columns}
        keyOf={(row) => keys.get(row) ?? 0}
      />
    </Box>
  );
}

const remarkColumns: readonly ListColumn<ImportRemark>[] = [
  placeColumn,
  { field: 'text', name: 'Reason', flex: 1, minWidth: 220, cell: ({ text }) => text },
];

interface RemarksProps {
  refused: readonly ImportRemark[];
  refusedCount: number;
  notes: readonly ImportRemark[];
  notesCount: number;
}

/** Lists the refused lines, and the lines that were imported in part. */
export function Remarks({ refused, refusedCount, notes, notesCount }: RemarksProps) {
  return (
    <>
      <RemarkLines title="Refused" total={refusedCount} rows={refused} columns={remarkColumns}>
        These lines are not imported.
      </RemarkLines>
      <RemarkLines title="Notes" total={notesCount} rows={notes} columns={remarkColumns}>
        Parts of these lines are left out, or the lines have no data.
      </RemarkLines>
    </>
  );
}
