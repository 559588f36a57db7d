import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { cardSx } from './looks';

const waiting = { role: 'status', 'aria-busy': true, 'aria-label': 'Loading' } as const;

/** Widths of the lines, so that they look like texts. */
const WIDTHS = ['62%', '48%', '70%', '55%'] as const;

const countOf = (count: number): number[] =>
  Array.from({ length: Math.max(1, count) }, (_, index) => index);

function Lines({ count, from = 0 }: { count: number; from?: number }) {
  return countOf(count).map((index) => (
    <Skeleton key={index} width={WIDTHS[(from + index) % WIDTHS.length]} />
  ));
}

/** Placeholder while a list of cards loads. */
export function CardsSkeleton({ count = 6 }: { count?: number }) {
  return (
    <Box
      {...waiting}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: 'repeat(3, 1fr)' },
      }}
    >
      {countOf(count).map((index) => (
        <Box key={index} sx={{ ...cardSx, height: 168 }}>
          <Lines count={4} from={index} />
        </Box>
      ))}
    </Box>
  );
}

/** The height from which a row has a second line. */
const TWO_LINES = 56;

/** Placeholder while a list of rows loads. */
export function RowsSkeleton({ count = 5, height = 64 }: { count?: number; height?: number }) {
  return (
    <Box {...waiting}>
      <Rows count={count} height={height} />
    </Box>
  );
}

function Rows({ count, height }: { count: number; height: number }) {
  return (
    <Box sx={{ ...cardSx, px: 0, py: 0 }}>
      {countOf(count).map((index) => (
        <Box
          key={index}
          sx={{
            height,
            px: 2,
            display: 'grid',
            alignContent: 'center',
            '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Skeleton width={WIDTHS[index % WIDTHS.length]} />
          {height >= TWO_LINES && <Skeleton width="30%" />}
        </Box>
      ))}
    </Box>
  );
}

/**
 * Placeholder while a request loads: a card of facts, the sections, and the panel beside them on a
 * wide window.
 */
export function RequestSkeleton() {
  return (
    <Box
      {...waiting}
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ ...cardSx, columnGap: 4, display: 'grid', gridTemplateColumns: '1fr 1fr' }}>
          {countOf(4).map((index) => (
            <Box key={index} sx={{ py: 1 }}>
              <Skeleton width="30%" />
              <Skeleton width={WIDTHS[index]} />
            </Box>
          ))}
        </Box>
        <Rows count={5} height={52} />
      </Box>
      <Box sx={{ ...cardSx, display: { xs: 'none', lg: 'block' } }}>
        <Lines count={4} />
      </Box>
    </Box>
  );
}
