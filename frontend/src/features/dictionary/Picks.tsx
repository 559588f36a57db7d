import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { count } from '@/lib/numbers';
import { useSelectionBySource } from '@/lib/variableSelection';
import { publishedSources } from '@/shared/dictionary/publishedSources';
import { PlainList } from '@/ui/PlainList';
import { useRequestData } from './useRequestData';

function SourcePicks({ dataSourceId, picked }: { dataSourceId: number; picked: number }) {
  const { data } = useQuery(publishedSources.one(dataSourceId));
  const { begin } = useRequestData(dataSourceId);
  if (!data) return null;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}
    >
      <Box sx={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
        {count(picked, 'variable')} of {data.source}
      </Box>
      <Button
        variant="contained"
        size="small"
        aria-label={`Request Data of ${data.source}`}
        onClick={begin}
      >
        Request Data
      </Button>
    </Box>
  );
}

/**
 * The picked variables by source, each with the way to a request. A request begins with one source
 * (decisions V6).
 */
export function Picks() {
  const picks = useSelectionBySource();
  if (picks.length === 0) return null;
  return (
    <Alert severity="info" icon={false} sx={{ mt: 3, '& .MuiAlert-message': { flex: 1 } }}>
      {picks.length === 1
        ? 'Your selection'
        : 'Your selection has variables of several sources. A request begins with one of them. You can add a dataset of another source to it later if the same organisation has custody of both, or make a request for each.'}
      <PlainList sx={{ mt: 1, display: 'grid', gap: 1 }}>
        {picks.map(({ dataSourceId, variables }) => (
          <SourcePicks key={dataSourceId} dataSourceId={dataSourceId} picked={variables.length} />
        ))}
      </PlainList>
    </Alert>
  );
}
