import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { QualityShare } from '@/api/models';
import { useSession } from '@/api/session';
import { paths } from '@/app/paths';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { TodoLine, TodoList } from '@/ui/TodoList';
import { percentOf } from './figures';
import { qualityQueries } from './queries';

const inWords = (share: QualityShare) =>
  share.whole > 0 ? `${percentOf(share)} (${share.label})` : 'not assessed';

/** /analyst/home: the tables of lowest quality over all data sources. */
export default function AnalystHomePage() {
  const session = useSession();
  const { data, error, refetch } = useQuery(qualityQueries.worst());
  return (
    <>
      <PageHeader
        title={`Welcome, ${session?.user.fname ?? ''}`}
        purpose="You assess how complete and how valid the published tables are."
        action={
          <Button component={Link} to={paths.analystDqaFilter} variant="contained">
            Assess data quality
          </Button>
        }
      />
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Lowest quality
      </Typography>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton count={5} height={64} />}
      {data?.length === 0 && (
        <EmptyState
          message="Nothing to improve"
          hint="No assessed table is below Excellent. Tables without figures are not assessed."
        />
      )}
      {data && data.length > 0 && (
        <TodoList label="Lowest quality">
          {data.map(({ data_source_id, source, tbl_id, tbl_name, completeness, validity }) => (
            <TodoLine
              key={tbl_id}
              title={`${tbl_name}, ${source}`}
              more={`Completeness ${inWords(completeness)} · Validity ${inWords(validity)}`}
              action="See figures"
              about={`${tbl_name}, ${source}`}
              to={`${paths.analystDqaFilter}?data_source=${data_source_id}&tables=${tbl_id}`}
            />
          ))}
        </TodoList>
      )}
    </>
  );
}
