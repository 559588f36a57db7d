import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MAX_PLACED_TABLES } from '../map/places';
import { StillMap } from '../map/StillMap';
import { topicMap } from '../map/topicMap';
import { useTypeColors } from '../map/useTypeColors';
import { dictionaryQueries } from '../queries';

/**
 * A small map of a topic on its card, without the lines between its tables. Its room stays empty
 * until the tables are loaded, or if that fails.
 */
export function TopicPreview({ topicId }: { topicId: number }) {
  const { data } = useQuery(
    dictionaryQueries.topicTables(topicId, { page: 1, pageSize: MAX_PLACED_TABLES }),
  );
  const { colors } = useTypeColors();
  const rows = data?.rows;
  const map = useMemo(() => topicMap(rows ?? []), [rows]);
  return (
    <Box sx={{ height: 120, p: 1, borderRadius: 0.5, bgcolor: 'background.default' }}>
      <StillMap {...map} edges={[]} colors={colors} />
    </Box>
  );
}
