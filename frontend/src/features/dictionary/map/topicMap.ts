import type { TableTopic } from '@/api/models';
import { framesOf } from './frames';
import { tableOfTopic } from './mapTable';
import { apart, cornerOf, facingSides } from './places';

/** Returns the tables of a topic with their positions, and the frames of their data sources. */
export function topicMap(places: readonly TableTopic[]) {
  const corners = apart(
    places.map(({ tbl, pos_x, pos_y }) => [tbl, cornerOf(pos_x, pos_y)] as const),
  );
  const frames = framesOf(
    places.flatMap(({ source, tbl }) => {
      const corner = corners.get(tbl);
      return corner ? { source, corner } : [];
    }),
  );
  return { tables: places.map(tableOfTopic), corners, sides: facingSides, frames };
}
