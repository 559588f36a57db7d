import Chip from '@mui/material/Chip';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { generatePath, useParams } from 'react-router';
import type { TableRecord } from '@/api/models';
import { paths } from '@/app/paths';
import { PageHeader } from '@/ui/PageHeader';
import { recordId } from '@/lib/recordId';
import { BackButton } from '../BackButton';
import { LoadedRecord } from '../LoadedRecord';
import { recordQueries } from '../queries';
import { VariableList } from './VariableList';
import { VariableSheet } from './VariableSheet';

/**
 * /superuser/data_dictionary/variables/{table_id}: the variables of a table, edited in place
 * (3 §2.10).
 */
export default function VariablesPage() {
  const id = recordId(useParams().table_id) ?? 0;
  const loaded = useQuery(recordQueries.table(id));
  return (
    <LoadedRecord title="Variables" back={paths.superUserDataDictionary} loaded={loaded}>
      {(table) => <Variables key={table.tbl_id} table={table} />}
    </LoadedRecord>
  );
}

function Variables({ table }: { table: TableRecord }) {
  const source = useQuery(recordQueries.source(table.data_source));
  const back = generatePath(paths.superUserTables, { data_source: String(table.data_source) });
  // Cells are too narrow to type into on a phone; the dialogs edit the same fields.
  const isWide = !useMediaQuery(useTheme().breakpoints.down('sm'));
  return (
    <LoadedRecord title={`Variables of ${table.tbl_name}`} back={back} loaded={source}>
      {({ source: name }) => (
        <>
          <PageHeader
            title={`Showing Variables in the Table named ${table.tbl_name} in the Data Source called ${name}`}
            purpose={table.tbl_description}
            above={<BackButton to={back} />}
            status={
              <Chip
                size="small"
                variant="outlined"
                color={table.publish ? 'success' : 'default'}
                label={table.publish ? 'Published' : 'Not published'}
              />
            }
          />
          {isWide ? <VariableSheet table={table} /> : <VariableList table={table} />}
        </>
      )}
    </LoadedRecord>
  );
}
