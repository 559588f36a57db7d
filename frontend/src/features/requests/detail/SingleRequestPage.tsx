import ArrowBack from '@mui/icons-material/ArrowBack';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { downloadRequest } from '@/api/documents';
import { messageOf } from '@/api/errors';
import type { DataRequest, StateComment } from '@/api/models';
import { paths } from '@/app/paths';
import { EmptyState } from '@/components/EmptyState';
import { LoadFailed } from '@/components/LoadFailed';
import { PageHeader } from '@/components/PageHeader';
import { StatusChip, type Status } from '@/components/StatusChip';
import { openFeedback } from '@/lib/feedbackDialog';
import { toast } from '@/lib/toast';
import { requestQueries } from '../queries';
import { RecallRequest } from './RecallRequest';
import { RequestComments } from './RequestComments';
import { SingleRequestTabs } from './SingleRequestTabs';
import { statusLine } from './statusLine';

/** /requester/singlerequest: one's own submitted request, its comments, and where it stands (2 §2). */
export default function SingleRequestPage() {
  const [params] = useSearchParams();
  const requestId = Number(params.get('request_id'));
  const known = Number.isInteger(requestId) && requestId > 0;
  const request = useQuery({ ...requestQueries.detail(requestId), enabled: known });
  const comments = useQuery({ ...requestQueries.comments(requestId), enabled: known });
  if (!known) {
    return (
      <EmptyState
        message="You have no Data Requests."
        hint="Choose one of your requests to see it here."
        action={<BackButton />}
      />
    );
  }
  if (request.error) {
    return <LoadFailed error={request.error} onRetry={() => void request.refetch()} />;
  }
  if (!request.data) return <Skeleton variant="rounded" height={480} />;
  return <SubmittedRequest request={request.data} comments={comments.data ?? []} />;
}

function SubmittedRequest({
  request,
  comments,
}: {
  request: DataRequest;
  comments: readonly StateComment[];
}) {
  return (
    <>
      <PageHeader
        above={<BackButton />}
        title="Submitted Data Request"
        status={<StatusChip status={request.status as Status} />}
        purpose={`Tracking ID ${request.tracking_id} · ${statusLine(request)}`}
        action={
          <>
            {request.status === 'Approved' && (
              <Button
                variant="contained"
                color="secondary"
                onClick={() =>
                  openFeedback(request.request_id, request.has_feedback ? 'view' : 'provide')
                }
              >
                {request.has_feedback ? 'View Feedback' : 'Provide Feedback'}
              </Button>
            )}
            <ExportRequest requestId={request.request_id} />
            <RecallRequest request={request} />
          </>
        }
      />
      <Box
        sx={{
          display: 'grid',
          alignItems: 'start',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
        }}
      >
        <SingleRequestTabs request={request} comments={comments} />
        <RequestComments requestId={request.request_id} comments={comments} />
      </Box>
    </>
  );
}

function BackButton() {
  return (
    <Button component={Link} to={paths.requesterMyRequests} startIcon={<ArrowBack />} size="small">
      Back
    </Button>
  );
}

function ExportRequest({ requestId }: { requestId: number }) {
  const download = useMutation({
    mutationFn: () => downloadRequest(requestId),
    onError: (error) => toast(messageOf(error), 'error'),
  });
  return (
    <Button
      variant="outlined"
      startIcon={<FileDownloadOutlined />}
      loading={download.isPending}
      loadingPosition="start"
      onClick={() => download.mutate()}
    >
      Export
    </Button>
  );
}
