import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import type { SourceRecord } from '@/api/models';
import { dataTablePath, paths } from '@/app/paths';
import { PageHeader } from '@/ui/PageHeader';
import { recordId } from '@/lib/recordId';
import { BackButton } from './BackButton';
import { LoadedRecord } from './LoadedRecord';
import { recordQueries } from './queries';
import { TableList } from './tables/TableList';
import { TableSheet } from './tables/TableSheet';

/**
 * /superuser/data_dictionary/tables/{data_source}: a data source, published or not, and its tables
 * (3 §2.9).
 */
export default function TablesPage() {
  const id = recordId(useParams().data_source) ?? 0;
  const loaded = useQuery(recordQueries.source(id));
  return (
    <LoadedRecord title="Tables" back={paths.superUserDataDictionary} loaded={loaded}>
      {(source) => <Tables source={source} />}
    </LoadedRecord>
  );
}

function Tables({ source }: { source: SourceRecord }) {
  const [params, setParams] = useSearchParams();
  // Cells are too narrow to type into on a phone; the dialogs edit the same fields.
  const isWide = !useMediaQuery(useTheme().breakpoints.down('sm'));
  const asSheet = isWide && params.get('view') === 'sheet';
  return (
    <>
      <PageHeader
        title={`Showing Tables in the Data Source called ${source.source}`}
        purpose={source.description}
        above={<BackButton to={paths.superUserDataDictionary} />}
        status={
          <Chip
            size="small"
            variant="outlined"
            color={source.publish ? 'success' : 'default'}
            label={source.publish ? 'Published' : 'Not published'}
          />
        }
        action={
          <>
            {isWide && (
              <Button
                variant="outlined"
                onClick={() => setParams(asSheet ? {} : { view: 'sheet' })}
              >
                {asSheet ? 'Show as a list' : 'Edit as a table'}
              </Button>
            )}
            {source.publish && (
              <Button component={Link} to={dataTablePath(source.data_source_id)} variant="outlined">
                Show in the data dictionary
              </Button>
            )}
          </>
        }
      />
      {asSheet ? <TableSheet source={source} /> : <TableList source={source} />}
    </>
  );
}
