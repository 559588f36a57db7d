import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { TableEdge } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import type { MapTable } from './mapTable';
import { TypeMark } from './TypeMark';

/** Tables under one heading. */
export interface TableGroup {
  name: string;
  /**
   * True if all tables have the type that the group is named after. Its colour is then at the
   * heading; otherwise each table shows its own.
   */
  isType: boolean;
  tables: readonly MapTable[];
}

interface Props {
  groups: readonly TableGroup[];
  edges: readonly TableEdge[];
  /** The colours of the table types, by name. */
  colors: ReadonlyMap<string, string>;
  /** The numbers of the tables on a picture above the list. */
  numbers?: ReadonlyMap<number, number>;
}

/** Lists the tables in groups, with the tables that each depends on. */
export function TableTree({ groups, edges, colors, numbers }: Props) {
  const names = new Map(
    groups.flatMap(({ tables }) => tables.map(({ tbl_id, name }) => [tbl_id, name])),
  );
  const dependencies = new Map<number, string[]>();
  for (const { tbl_id, depend_on } of edges) {
    const name = names.get(depend_on);
    if (name === undefined) continue;
    const known = dependencies.get(tbl_id);
    if (known) known.push(name);
    else dependencies.set(tbl_id, [name]);
  }
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {groups.map(({ name, isType, tables }) => (
        <section key={name} aria-label={name}>
          <Typography
            variant="h3"
            component="h2"
            sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}
          >
            {isType && <TypeMark color={colors.get(name)} />}
            {name}
          </Typography>
          <PlainList>
            {tables.map((table) => {
              const on = dependencies.get(table.tbl_id) ?? [];
              return (
                <Box
                  component="li"
                  key={table.tbl_id}
                  sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}
                >
                  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                    {!isType && <TypeMark color={colors.get(table.table_type_name)} />}
                    {numbers?.has(table.tbl_id) && (
                      <Box
                        component="span"
                        aria-hidden
                        sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
                      >
                        {numbers.get(table.tbl_id)}
                      </Box>
                    )}
                    <Link
                      component={RouterLink}
                      to={table.to}
                      underline="always"
                      sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
                    >
                      {table.name}
                    </Link>
                  </Box>
                  <Typography variant="body2" color="textSecondary">
                    {table.detail}
                    {on.length > 0 && `, depends on ${on.join(', ')}`}
                  </Typography>
                </Box>
              );
            })}
          </PlainList>
        </section>
      ))}
    </Box>
  );
}
