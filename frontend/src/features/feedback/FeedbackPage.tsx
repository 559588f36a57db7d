import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { Feedback } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { CountCards } from '@/ui/CountCards';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { RatingChip } from '@/shared/requests/RatingChip';
import type { ListColumn } from '@/ui/table/columns';
import { ListSearch, ServerList } from '@/ui/ServerList';
import { formatDate, formatDateTime } from '@/lib/dates';
import { openFeedback } from '@/lib/feedbackDialog';
import { formatNumber, formatPercent } from '@/lib/numbers';
import { recordId } from '@/lib/recordId';
import { useListUrl } from '@/lib/useListUrl';
import { MIN_FOR_SHARES } from './AnswerBar';
import { FeedbackCharts } from './FeedbackCharts';
import { feedbackQueries } from './queries';
import { Suggestions } from './Suggestions';

/** The default page size and the sizes to choose from (3 §9). */
const PAGE_SIZE = 5;
const PAGE_SIZES: readonly number[] = [5, 10, 20, 50];

const sorts: readonly SortKey<'/api/v1/data_requests/data_request_feedback'>[] = [
  'request_title',
  'data_request_process_experience',
  'would_recommend_others',
  'expectations_met',
  'would_you_come_back',
  'date_created',
];

const columns: readonly ListColumn<Feedback>[] = [
  {
    field: 'request_title',
    name: 'Data Request',
    flex: 1.6,
    minWidth: 165,
    cell: ({ title, request_title, data_request_feedback_id: request }) => (
      <>
        <Link
          component={RouterLink}
          to={requestPath(paths.dataRequest, request)}
          sx={{ fontWeight: 600 }}
        >
          {request_title}
        </Link>
        <Typography
          component="span"
          variant="body2"
          color="textSecondary"
          sx={{ display: 'block' }}
        >
          {title}
        </Typography>
      </>
    ),
  },
  {
    field: 'data_request_process_experience',
    name: 'Process Experience',
    minWidth: 120,
    cell: ({ data_request_process_experience: experience }) => <RatingChip rating={experience} />,
  },
  {
    field: 'would_recommend_others',
    name: 'Would Recommend',
    flex: 0.8,
    minWidth: 135,
    cell: ({ would_recommend_others }) => would_recommend_others,
  },
  {
    field: 'expectations_met',
    name: 'Expectations Met',
    flex: 1,
    minWidth: 125,
    cell: ({ expectations_met }) => expectations_met,
  },
  {
    field: 'would_you_come_back',
    name: 'Would Return',
    minWidth: 95,
    cell: ({ would_you_come_back }) => would_you_come_back,
  },
  {
    field: 'date_created',
    name: 'Given On',
    minWidth: 135,
    cell: ({ date_created }) => (
      <Tooltip title={formatDateTime(date_created)}>
        <time dateTime={date_created}>{formatDate(date_created)}</time>
      </Tooltip>
    ),
  },
];

/**
 * /datarequest/feedback: the feedback of requesters on the process, as figures and as a list
 * (3 §2.14).
 */
export default function FeedbackPage() {
  const [params] = useSearchParams();
  const requestId = recordId(params.get('request_id'));
  useEffect(() => {
    // A link in an email opens the feedback on one request.
    if (requestId !== undefined) openFeedback(requestId, 'view');
  }, [requestId]);
  const list = useListUrl({ pageSize: PAGE_SIZE, pageSizes: PAGE_SIZES, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(feedbackQueries.list({ search, sort, page, pageSize }));
  return (
    <>
      <PageHeader
        title="Feedback Dashboard"
        purpose="What requesters say about the process once their request is approved. All requests that you can see are counted."
      />
      <Numbers />
      <FeedbackCharts />
      <Suggestions pageSize={PAGE_SIZE} />
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Data Request Feedback
      </Typography>
      <ListSearch list={list} placeholder="Requester, reference, title, organisation or source" />
      <ServerList
        label="Data Request Feedback"
        list={list}
        loaded={loaded}
        columns={columns}
        keyOf={({ data_request_feedback_id }) => data_request_feedback_id}
        pageSizes={PAGE_SIZES}
        empty="No feedback has been given yet."
        emptyHint="A requester can give feedback as soon as a request is approved at every stage."
        actionsWidth={140}
        actions={({ title, data_request_feedback_id: request }) => (
          <Button
            size="small"
            variant="outlined"
            aria-label={`View Details of ${title}`}
            onClick={() => openFeedback(request, 'view')}
          >
            View Details
          </Button>
        )}
      />
    </>
  );
}

/** The four cards. Shares refer to all feedback; the server rounds them to two decimals (3 §9). */
function Numbers() {
  const { data, error, refetch } = useQuery(feedbackQueries.summary());
  if (error && !data) {
    return (
      <Box sx={{ mb: 4 }}>
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </Box>
    );
  }
  const total = data?.total ?? 0;
  const share = (percent: number) => {
    // A share is undefined without feedback, and misleads with little of it.
    if (total === 0) return '–';
    return total < MIN_FOR_SHARES
      ? `${formatNumber(Math.round((percent * total) / 100))} of ${formatNumber(total)}`
      : formatPercent(percent);
  };
  return (
    <CountCards
      cards={[
        {
          title: 'Total Feedback',
          text: 'requests with feedback',
          count: data?.total,
        },
        {
          title: 'Excellent Rating',
          text: 'found the process excellent',
          count: data?.excellent,
          format: share,
        },
        {
          title: 'Poor Rating',
          text: 'found the process poor',
          count: data?.poor,
          format: share,
        },
        {
          title: 'Would Return',
          text: 'would come back',
          count: data?.would_return,
          format: share,
        },
      ]}
    />
  );
}
