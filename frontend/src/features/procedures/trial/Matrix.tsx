import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Asked, Matrix as MatrixAnswer } from '@/api/models';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { RowsSkeleton } from '@/ui/Skeletons';
import type { ListColumn } from '@/ui/table/columns';
import { TableWithPages } from '@/ui/table/TableWithPages';
import { usePages } from '@/ui/table/usePages';
import { count } from '@/lib/numbers';
import { tenRows } from '@/lib/pageSizes';
import { procedureQueries } from '../queries';
import { StageDeciders } from './StageDeciders';

type Line = MatrixAnswer['sources'][number];

const isGap = ({ kind }: Asked) => kind !== 'people';
const gapsIn = (lines: readonly Line[]) => lines.flatMap(({ cells }) => cells).filter(isGap);

/**
 * Shows who would decide at each stage, for the data of each published source, and marks stages
 * without a decider (decisions G1).
 */
export function Matrix({ procedureId }: { procedureId: number }) {
  const loaded = useQuery(procedureQueries.matrix(procedureId));
  const headingId = useId();
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ mt: 4, display: 'grid', gap: 2 }}>
      <Box>
        <Typography variant="h2" id={headingId}>
          Who would be asked
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, maxWidth: 760 }}>
          For each published source and each stage with a decision: the organisation that is asked,
          and how many of its people can decide. Based on the saved procedure.
        </Typography>
      </Box>
      {loaded.error && <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />}
      {!loaded.data && !loaded.error && <RowsSkeleton />}
      {loaded.data && <Lines matrix={loaded.data} />}
    </Box>
  );
}

function Lines({ matrix: { stages, sources } }: { matrix: MatrixAnswer }) {
  const pages = usePages(sources, tenRows.pageSizes);
  if (sources.length === 0) {
    return (
      <EmptyState
        message="No data sources found"
        hint="Publish a data source to see who would be asked for its data."
      />
    );
  }
  if (stages.length === 0) {
    return (
      <EmptyState
        message="No Approval Procedure information found"
        hint="The procedure has no stage with a decision."
      />
    );
  }
  const gaps = gapsIn(sources);
  const refused = gaps.filter(({ kind }) => kind === 'not_offered').length;
  const columns: ListColumn<Line>[] = [
    {
      field: 'source',
      name: 'Data Source',
      flex: 1,
      minWidth: 130,
      cell: ({ source }) => <strong>{source}</strong>,
    },
    ...stages.map((stage) => ({
      field: String(stage.stage_id),
      name: stage.stage_activity,
      flex: 1,
      minWidth: 150,
      cell: ({ cells }: Line) => {
        const asked = cells.find(({ stage_id }) => stage_id === stage.stage_id);
        return asked ? <StageDeciders asked={asked} /> : null;
      },
    })),
  ];
  return (
    <>
      {gaps.length === 0 ? (
        <Alert severity="success">Every stage has someone to decide, for every source.</Alert>
      ) : (
        <Alert severity="warning">
          {count(gaps.length, 'place')} where no one can decide.{' '}
          {refused > 0
            ? 'Where no organisation offers the role, requests would be refused at submission. Where no one has the role, they would have no one to decide on them.'
            : 'Requests would have no one to decide on them there.'}
        </Alert>
      )}
      <TableWithPages
        {...pages}
        label="Who would be asked"
        columns={columns}
        keyOf={({ data_source }) => data_source}
      />
    </>
  );
}
