import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { paths } from '@/app/paths';
import { api } from '@/api/client';
import type { PublicFigures } from '@/api/models';
import { count, formatNumber } from '@/lib/numbers';
import { cardSx } from '@/ui/looks';
import { ShellButtonLink } from '@/ui/ShellButton';
import { ShellText } from '@/ui/ShellText';
import { LogPicture } from './LogPicture';

/** Returns the figures as number and label, without counts of 0 and an unknown time. */
function shownFigures({ sources, variables, requests, usual_days }: PublicFigures) {
  const counts = [
    [sources, 'data source', 'data sources'],
    [variables, 'variable to search', 'variables to search'],
    [requests, 'request so far', 'requests so far'],
  ] as const;
  const shown = counts
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => ({
      number: formatNumber(number),
      label: number === 1 ? one : many,
    }));
  return typeof usual_days === 'number'
    ? [...shown, { number: count(usual_days, 'day'), label: 'median time to a decision' }]
    : shown;
}

/** Reads the figures once. Without an answer there are none. */
function useFigures() {
  const [figures, setFigures] = useState<PublicFigures>();
  useEffect(() => {
    const aborter = new AbortController();
    api.GET('/api/v1/figures', { signal: aborter.signal }).then(
      ({ data }) => setFigures(data?.data),
      () => undefined,
    );
    return () => aborter.abort();
  }, []);
  return figures;
}

/** The room of the figures is reserved, so that nothing moves when they arrive. */
function Figures() {
  const figures = useFigures();
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        minHeight: { xs: 148, md: 66 },
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
      }}
    >
      {figures &&
        shownFigures(figures).map(({ number, label }) => (
          <Box key={label} sx={{ display: 'flex', flexDirection: 'column-reverse' }}>
            <Box component="dt" sx={{ typography: 'body2', color: 'text.secondary' }}>
              {label}
            </Box>
            <Box
              component="dd"
              sx={{
                m: 0,
                fontSize: { xs: '1.5rem', md: '1.875rem' },
                fontWeight: 650,
                lineHeight: 1.3,
                color: 'primary.main',
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              {number}
            </Box>
          </Box>
        ))}
    </Box>
  );
}

function PublicLog() {
  return (
    <Box
      component="section"
      aria-labelledby="public-log"
      sx={{
        ...cardSx,
        py: { xs: 2.5, sm: 4 },
        display: 'grid',
        columnGap: 6,
        rowGap: 3,
        gridTemplateColumns: { xs: '1fr', md: '1fr 380px' },
        alignItems: 'center',
      }}
    >
      <div>
        <ShellText id="public-log" variant="h2">
          Every decision can be checked by anyone
        </ShellText>
        <ShellText quiet sx={{ mt: 1.5, maxWidth: 620 }}>
          Each submission, decision and release becomes an entry of a log that can only grow, and
          whose head is signed. With the proof of an entry, you can check in your browser that it
          was recorded and was never changed. The public part of the log is made of hashes: it shows
          no names and no data.
        </ShellText>
        <Box sx={{ mt: 2.5 }}>
          <ShellButtonLink to={paths.log} look="outlined" large>
            Open the transparency log
          </ShellButtonLink>
        </Box>
      </div>
      <LogPicture />
    </Box>
  );
}

/** Shows the public figures of the installation, and the transparency log. */
export default function PublicFacts() {
  return (
    <Box sx={{ display: 'grid', gap: { xs: 4, md: 5 } }}>
      <Figures />
      <PublicLog />
    </Box>
  );
}
