import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { SourceTree, TableEdge } from '@/api/models';
import { dataTablePath } from '@/app/paths';
import { count } from '@/lib/numbers';
import { TypeMark } from './TypeMark';

interface Props {
  types: SourceTree['table_types'];
  edges: readonly TableEdge[];
  colors: ReadonlyMap<string, string>;
}

/** The tables by type, and in words what each depends on. */
export function TableTree({ types, edges, colors }: Props) {
  const names = new Map(
    types.flatMap(({ tables }) => tables.map(({ tbl_id, tbl_name }) => [tbl_id, tbl_name])),
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
      {types.map(({ table_type_name, tables }) => (
        <section key={table_type_name} aria-label={table_type_name}>
          <Typography
            variant="h3"
            component="h2"
            sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}
          >
            <TypeMark color={colors.get(table_type_name)} />
            {table_type_name}
          </Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {tables.map((table) => {
              const on = dependencies.get(table.tbl_id) ?? [];
              return (
                <Box
                  component="li"
                  key={table.tbl_id}
                  sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}
                >
                  <Link
                    component={RouterLink}
                    to={dataTablePath(table.data_source, { tbl_name: table.tbl_name })}
                    underline="always"
                    sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
                  >
                    {table.tbl_name}
                  </Link>
                  <Typography variant="body2" color="textSecondary">
                    {count(table.variables_count, 'variable')}
                    {on.length > 0 && `, depends on ${on.join(', ')}`}
                  </Typography>
                </Box>
              );
            })}
          </Box>
        </section>
      ))}
    </Box>
  );
}
