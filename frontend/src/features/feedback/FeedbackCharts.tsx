import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { AnswerCount, FeedbackDistribution } from '@/api/models';
import { LoadFailed } from '@/ui/LoadFailed';
import { cardSx } from '@/ui/looks';
import { useView, ViewSwitch } from '@/ui/ViewSwitch';
import { count } from '@/lib/numbers';
import { AnswerBar, AnswerLegend, MIN_FOR_SHARES, totalOf } from './AnswerBar';
import { CountTable } from './CountTable';
import { feedbackQueries } from './queries';
import { questions } from './questions';

/** "2026 Q3". */
const quarterName = (quarter: string): string => quarter.replace('-', ' ');

/** The question as the form asks it. Fields of a newer server are shown by their name. */
const questionText = (field: string): string =>
  Object.entries(questions).find(([name]) => name === field)?.[1] ?? field;

/**
 * The answers to each question and the rating of the process by quarter, as bars or as tables.
 * Renders nothing before the first feedback.
 */
export function FeedbackCharts() {
  const { data, error, refetch } = useQuery(feedbackQueries.distribution());
  const [view, show] = useView();
  if (!data) {
    return error ? (
      <Box sx={{ mb: 4 }}>
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </Box>
    ) : (
      <Skeleton variant="rounded" height={320} sx={{ mb: 4 }} />
    );
  }
  const total = totalOf(data.questions[0]?.answers ?? []);
  if (total === 0) return null;
  return (
    <Box component="section" aria-labelledby="feedback-answers" sx={{ mb: 4 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1.5,
          alignItems: 'center',
          justifyContent: 'space-between',
          mb: 1.5,
        }}
      >
        <Typography id="feedback-answers" variant="h2">
          Answers
        </Typography>
        <ViewSwitch
          label="Answers as"
          names={{ picture: 'Charts', list: 'Tables' }}
          view={view}
          onShow={show}
        />
      </Box>
      {view === 'list' ? <Tables data={data} /> : <Charts data={data} />}
      {total < MIN_FOR_SHARES && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          Answers are counted. From {MIN_FOR_SHARES} answers on, you see shares in per cent.
        </Typography>
      )}
    </Box>
  );
}

function Charts({ data: { questions: asked, quarters } }: { data: FeedbackDistribution }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      <Box sx={{ ...cardSx, display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {asked.map(({ question, answers }) => (
          <Bar key={question} name={questionText(question)} answers={answers} />
        ))}
      </Box>
      <Box sx={{ ...cardSx, display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Typography variant="h3">Rating of the process by quarter</Typography>
        {quarters.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            No feedback in the last two years.
          </Typography>
        )}
        {quarters.map(({ quarter, ratings }) => (
          <Bar key={quarter} name={quarterName(quarter)} answers={ratings} />
        ))}
      </Box>
    </Box>
  );
}

function Bar({ name, answers }: { name: string; answers: readonly AnswerCount[] }) {
  const total = totalOf(answers);
  return (
    <Box component="figure" aria-label={name} sx={{ m: 0 }}>
      <Box
        component="figcaption"
        sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 0.5 }}
      >
        <Typography
          component="span"
          variant="body2"
          sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {name}
        </Typography>
        <Typography
          component="span"
          variant="body2"
          color="textSecondary"
          sx={{ whiteSpace: 'nowrap' }}
        >
          {count(total, 'answer')}
        </Typography>
      </Box>
      <AnswerBar answers={answers} />
      {total > 0 && <AnswerLegend answers={answers} label={name} />}
    </Box>
  );
}

function Tables({ data: { questions: asked, quarters } }: { data: FeedbackDistribution }) {
  return (
    <Box sx={{ ...cardSx, display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {asked.map(({ question, answers }) => (
        <CountTable
          key={question}
          caption={questionText(question)}
          head="Answers"
          rows={[{ name: 'Number', answers }]}
        />
      ))}
      {quarters.length > 0 && (
        <CountTable
          caption="Rating of the process by quarter"
          head="Quarter"
          rows={quarters.map(({ quarter, ratings }) => ({
            name: quarterName(quarter),
            answers: ratings,
          }))}
        />
      )}
    </Box>
  );
}
