import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ImportTally } from '@/api/models';
import { formatNumber } from '@/lib/numbers';

interface Props {
  tables: ImportTally;
  variables: ImportTally;
}

/** Makes five columns fit on a phone without breaking words. */
const narrow = { px: { xs: 0.75, sm: 2 }, minWidth: 0, overflowWrap: 'normal' } as const;

const columns = ['read', 'added', 'altered', 'refused'] as const;
const names = { read: 'Read', added: 'Added', altered: 'Altered', refused: 'Refused' };

/** Counts the rows of each file by result. */
export function Tallies({ tables, variables }: Props) {
  const rows = [
    ['Tables', tables],
    ['Variables', variables],
  ] as const;
  return (
    <Box
      tabIndex={0}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflowX: 'auto',
        bgcolor: 'background.paper',
      }}
    >
      <Table size="small" aria-label="Rows of the files">
        <TableHead sx={{ bgcolor: 'quiet' }}>
          <TableRow>
            <TableCell sx={{ fontWeight: 620, ...narrow }}>Rows</TableCell>
            {columns.map((column) => (
              <TableCell key={column} align="right" sx={{ fontWeight: 620, ...narrow }}>
                {names[column]}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody sx={{ '& tr:last-child > *': { borderBottom: 0 } }}>
          {rows.map(([name, tally]) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row" sx={narrow}>
                {name}
              </TableCell>
              {columns.map((column) => (
                <TableCell
                  key={column}
                  align="right"
                  sx={{
                    fontVariantNumeric: 'tabular-nums',
                    ...narrow,
                    ...(column === 'refused' &&
                      tally.refused > 0 && { color: 'error.main', fontWeight: 620 }),
                  }}
                >
                  {formatNumber(tally[column])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
