import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { PlainList } from '@/ui/PlainList';
import { compositionWords, kinds, type Composition, type Kind } from './briefWords';

const colours: Record<Kind, string> = {
  ordinary: 'primary.main',
  derived: 'text.secondary',
  identifying: 'pii',
};

/** Tables beyond these are listed by the section with the variables. */
const MOST_TABLES = 6;

/** The variables of each table by kind: as a bar, and in words beside it. */
export function CompositionBar({ tables }: { tables: readonly Composition[] }) {
  const largest = Math.max(
    ...tables.map((table) => table.ordinary + table.derived + table.identifying),
  );
  const rest = tables.length - MOST_TABLES;
  return (
    <>
      <PlainList aria-label="Variables by table" sx={{ display: 'grid', gap: 0.75, mt: 0.75 }}>
        {tables.slice(0, MOST_TABLES).map((table, place) => (
          <li key={place}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {table.table}: {compositionWords(table)}
            </Typography>
            <Box aria-hidden sx={{ display: 'flex', gap: '2px', height: 8 }}>
              {kinds.map(
                (kind) =>
                  table[kind] > 0 && (
                    <Box
                      key={kind}
                      sx={{
                        bgcolor: colours[kind],
                        borderRadius: 0.5,
                        minWidth: 3,
                        width: `${(100 * table[kind]) / largest}%`,
                        // Backgrounds are not printed unless a page asks for it.
                        printColorAdjust: 'exact',
                      }}
                    />
                  ),
              )}
            </Box>
          </li>
        ))}
      </PlainList>
      {rest > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          And {rest} more {rest === 1 ? 'table' : 'tables'}
        </Typography>
      )}
    </>
  );
}
