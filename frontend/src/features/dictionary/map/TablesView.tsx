import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { TableMap, type TableMapProps } from './TableMap';
import { TableTree, type TableGroup } from './TableTree';
import { TypeMark } from './TypeMark';

interface Props extends Pick<TableMapProps, 'edges' | 'colors'> {
  groups: readonly TableGroup[];
  /** The map beside the list; absent if only the list is shown. */
  map?: Pick<TableMapProps, 'label' | 'tables' | 'corners' | 'sides'>;
}

/** Shows tables as a map with a legend of its colours, and as a list beside it. */
export function TablesView({ groups, map, edges, colors }: Props) {
  const types = [...new Set(map?.tables.map(({ table_type_name }) => table_type_name))].sort();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: map ? 'minmax(0, 1fr) 300px' : '1fr',
      }}
    >
      {map && (
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
          <TableMap {...map} edges={edges} colors={colors} />
        </div>
      )}
      <TableTree groups={groups} edges={edges} colors={colors} />
    </Box>
  );
}
