import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { MAX_STILL_TABLES, StillMap } from './StillMap';
import { TableMap, type TableMapProps } from './TableMap';
import { TableTree, type TableGroup } from './TableTree';
import { TypeMark } from './TypeMark';

interface Props extends Pick<TableMapProps, 'edges' | 'colors'> {
  groups: readonly TableGroup[];
  /** The map beside the list; absent if only the list is shown. */
  map?: Omit<TableMapProps, 'edges' | 'colors'>;
  /** True if there is room to move and zoom the map. Otherwise it is a picture above the list. */
  isWide: boolean;
}

/** Shows tables as a map with a legend of its colours, and as a list beside it. */
export function TablesView({ groups, map, isWide, edges, colors }: Props) {
  const types = [...new Set(map?.tables.map(({ table_type_name }) => table_type_name))].sort();
  const isMap = map && isWide;
  const isStill = map && !isWide && map.tables.length <= MAX_STILL_TABLES;
  const numbers = useMemo(
    () =>
      new Map(
        groups
          .flatMap(({ tables }) => tables)
          .map(({ tbl_id }, place) => [tbl_id, place + 1] as const),
      ),
    [groups],
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: isMap ? 'minmax(0, 1fr) 300px' : 'minmax(0, 1fr)',
      }}
    >
      {(isMap || isStill) && (
        <div>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5, mb: 1 }}>
            {types.map((name) => (
              <Typography
                key={name}
                variant="body2"
                sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
              >
                <TypeMark color={colors.get(name)} />
                {name}
              </Typography>
            ))}
          </Box>
          {isMap ? (
            <TableMap {...map} edges={edges} colors={colors} />
          ) : (
            <Box component="figure" aria-label={map.label} sx={{ m: 0 }}>
              <StillMap {...map} edges={edges} colors={colors} numbers={numbers} />
              <Typography
                component="figcaption"
                variant="body2"
                color="textSecondary"
                sx={{ mt: 1 }}
              >
                The numbers are those of the list.
                {map.frames &&
                  map.frames.length > 0 &&
                  ' A frame surrounds tables of one data source.'}
              </Typography>
            </Box>
          )}
        </div>
      )}
      <TableTree
        groups={groups}
        edges={edges}
        colors={colors}
        numbers={isStill ? numbers : undefined}
      />
    </Box>
  );
}
