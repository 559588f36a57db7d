import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, hasReason, messageOf } from '@/api/errors';
import type { ApprovalProcedure } from '@/api/models';
import { session } from '@/api/session';
import { formatDate } from '@/lib/dates';
import { LoadFailed } from '@/ui/LoadFailed';
import { PublishedSourceField } from '@/shared/dictionary/PublishedSourceField';
import { RowsSkeleton } from '@/ui/Skeletons';
import { drawingOf, nameOf } from '../drawing/drawing';
import { readLocalDrawing } from '../drawing/localDrawing';
import { procedureQueries, type TrialInput } from '../queries';
import { Faults } from '../Refusal';
import { Matrix } from './Matrix';
import { TrialStages } from './TrialStages';
import { TrialSteps } from './TrialSteps';
import { summaryOf } from './summary';

/**
 * Simulates a procedure with an invented request: the user approves or denies at each stage that
 * waits (decisions G1). Nothing is stored.
 */
export default function TrialTab({ procedure }: { procedure: ApprovalProcedure }) {
  const id = procedure.approval_procedure_id;
  return (
    <>
      <Play procedureId={id} />
      <Matrix procedureId={id} />
    </>
  );
}

function Play({ procedureId }: { procedureId: number }) {
  const [moves, setMoves] = useState<TrialInput['moves']>([]);
  const [source, setSource] = useState<number | null>(null);
  const [unsaved] = useState(
    () => readLocalDrawing(session.get()?.user.user_id ?? 0, procedureId)?.now,
  );
  const stored = useQuery(procedureQueries.drawing(procedureId));
  const tried = useQuery({
    ...procedureQueries.trial(procedureId, {
      moves,
      data_source: source ?? undefined,
      drawing: unsaved,
    }),
    placeholderData: keepPreviousData,
  });
  const drawing = unsaved ?? (stored.data && drawingOf(stored.data));
  const trial = tried.error ? undefined : tried.data;

  // The buttons of a decided stage are removed, so the focus moves to the next one.
  const stages = useRef<HTMLDivElement>(null);
  const hasDecided = useRef(false);
  const decide = (stage: number, approve: boolean) => {
    hasDecided.current = true;
    setMoves((before) => [...before, { stage, approve }]);
  };
  useEffect(() => {
    if (!hasDecided.current || tried.isPlaceholderData) return;
    hasDecided.current = false;
    const find = (what: string) => stages.current?.querySelector<HTMLElement>(`[data-${what}]`);
    (find('decides') ?? find('again'))?.focus();
  }, [moves, tried.isPlaceholderData]);

  const again = (
    <Button data-again size="small" disabled={moves.length === 0} onClick={() => setMoves([])}>
      Start again
    </Button>
  );
  return (
    <Box component="section" aria-label="Try it" sx={{ display: 'grid', gap: 2 }}>
      <Typography color="textSecondary" sx={{ maxWidth: 760 }}>
        Try the procedure with an example request. Approve or deny at each waiting stage, and see
        who is notified. Nothing is stored, and no messages are sent.
      </Typography>
      {unsaved && (
        <Alert severity="info">You are trying the drawing with your unsaved changes.</Alert>
      )}
      <Box sx={{ maxWidth: 420 }}>
        <PublishedSourceField
          id="tried-source"
          label="Data Source"
          value={source}
          onChange={setSource}
          help="Shows who would be asked for this data source."
        />
      </Box>
      {tried.error && <TrialFailed error={tried.error} onRetry={() => void tried.refetch()} />}
      {tried.error && moves.length > 0 && <Box>{again}</Box>}
      {!trial && !tried.error && <RowsSkeleton />}
      {trial && drawing && (
        <>
          {trial.refused && (
            <Alert severity="warning">
              A real request for this data would be refused at submission: {trial.refused}
            </Alert>
          )}
          <Box role="status" sx={{ fontWeight: 620 }}>
            {summaryOf(trial)}
          </Box>
          {trial.expected_on && !trial.is_over && (
            <Typography color="textSecondary">
              Decision expected by {formatDate(trial.expected_on)} if submitted today
            </Typography>
          )}
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
              alignItems: 'start',
              gap: 3,
            }}
          >
            <Box ref={stages}>
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
                <Typography variant="h2" sx={{ flex: 1 }}>
                  Stages
                </Typography>
                <Button
                  size="small"
                  disabled={moves.length === 0}
                  onClick={() => setMoves((before) => before.slice(0, -1))}
                >
                  Undo
                </Button>
                {again}
              </Box>
              <TrialStages
                trial={trial}
                drawing={drawing}
                pending={tried.isPlaceholderData}
                onDecide={decide}
              />
            </Box>
            <Box>
              <Typography variant="h2" sx={{ mb: 1 }}>
                What happens
              </Typography>
              <TrialSteps steps={trial.steps} nameOf={(stage) => nameOf(drawing, stage)} />
            </Box>
          </Box>
        </>
      )}
    </Box>
  );
}

/** Shows why a trial is not possible: the procedure has faults, or the call failed. */
function TrialFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof ApiError && hasReason(error, 'invalid_fields', 'not_waiting'))) {
    return <LoadFailed error={error} onRetry={onRetry} />;
  }
  const faults = [...new Set(Object.values(error.errors).flat())];
  return faults.length > 0 ? (
    <Faults
      message="A procedure can be tried once it has no faults. Correct them on the tab Stages."
      faults={faults}
    />
  ) : (
    <Alert severity="warning">{messageOf(error)}</Alert>
  );
}
