import ArrowBack from '@mui/icons-material/ArrowBack';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { downloadRequest } from '@/api/documents';
import { isNotFound } from '@/api/errors';
import { useSession } from '@/api/session';
import type { DataRequest, StateComment } from '@/api/models';
import { paths, SUBMITTED } from '@/app/paths';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { Prose } from '@/ui/Prose';
import { AnswerBy } from '@/shared/deadlines/AnswerBy';
import { ExpectedDate } from '@/shared/deadlines/ExpectedDate';
import { ExtensionNote } from '@/shared/deadlines/ExtensionNote';
import { LapseNote } from '@/shared/deadlines/LapseNote';
import { LetterButton } from '@/shared/requests/LetterButton';
import { requestQueries } from '@/shared/requests/queries';
import { useExport } from '@/shared/requests/useExport';
import { RecallButton } from '@/shared/requests/RecallButton';
import { RoundNote } from '@/shared/requests/RoundNote';
import { RequestSkeleton } from '@/ui/Skeletons';
import { openFeedback } from '@/lib/feedbackDialog';
import { withoutEndedWindows, type SectionKey } from '@/lib/requestSections';
import { statusLine } from '@/lib/requestStatus';
import { EditDialogs } from '../edits/EditDialogs';
import { CommentsContext } from './commentsContext';
import { useRequestId } from './rememberedRequest';
import { RequestComments } from './RequestComments';
import { NotResubmittable, ResubmitButton } from './ResubmitButton';
import { SingleRequestTabs } from './SingleRequestTabs';
import { SubmittedPanel } from './SubmittedPanel';
import { useTab } from './tabs';
import { CopyToDraftButton } from './CopyToDraftButton';

/** /requester/singlerequest: one's own submitted request, its comments and its status (2 §2). */
export default function SingleRequestPage() {
  const requestId = useRequestId();
  const orgRoleId = useSession()?.role?.org_role_id;
  const hasId = requestId !== undefined;
  const request = useQuery({ ...requestQueries.detail(requestId ?? 0, orgRoleId), enabled: hasId });
  const comments = useQuery({ ...requestQueries.comments(requestId ?? 0), enabled: hasId });
  if (request.data) {
    return (
      <SubmittedRequest
        key={requestId}
        request={request.data}
        comments={withoutEndedWindows(comments.data ?? [], request.data)}
        notice={
          comments.error && (
            <LoadFailed error={comments.error} onRetry={() => void comments.refetch()} />
          )
        }
      />
    );
  }
  const missing = !hasId || isNotFound(request.error);
  return (
    <>
      <PageHeader above={<BackButton />} title="Submitted Data Request" />
      {missing && (
        <EmptyState
          message="No Data requests found"
          hint="Choose one of your requests to see it here."
          action={
            <Button component={Link} to={paths.requesterMyRequests} variant="contained">
              My Data Requests
            </Button>
          }
        />
      )}
      {!missing && request.error && (
        <LoadFailed error={request.error} onRetry={() => void request.refetch()} />
      )}
      {!missing && !request.error && <RequestSkeleton />}
    </>
  );
}

interface Props {
  request: DataRequest;
  comments: readonly StateComment[];
  notice: ReactNode;
}

function SubmittedRequest({ request, comments, notice }: Props) {
  const [chosen, choose] = useState<SectionKey | null>(null);
  // The graph and its list need the full width.
  const stacked = useTab()[0] === 'track';
  const [params] = useSearchParams();
  const isNew = params.has(SUBMITTED) && request.status === 'Pending';
  return (
    <CommentsContext value={{ comments, chosen, choose }}>
      <PageHeader
        above={
          <>
            <BackButton />
            <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
              Submitted Data Request
            </Typography>
          </>
        }
        title={request.title}
        purpose={
          <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
            <span>
              Tracking ID{' '}
              <Box
                component="strong"
                sx={{ color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}
              >
                {request.tracking_id}
              </Box>
              {' · '}
              {statusLine(request)}
            </span>
            <AnswerBy on={request.answer_by} />
            <ExpectedDate expected={request.expected} />
          </Box>
        }
        action={
          <>
            {request.acting.give_feedback.allowed && (
              <Button
                variant="contained"
                color="secondary"
                onClick={() => openFeedback(request.request_id, 'provide')}
              >
                Provide Feedback
              </Button>
            )}
            {request.has_feedback && (
              <Button variant="outlined" onClick={() => openFeedback(request.request_id, 'view')}>
                View Feedback
              </Button>
            )}
            <CopyToDraftButton requestId={request.request_id} />
            <LetterButton request={request} />
            <ExportRequest requestId={request.request_id} />
            <RecallButton request={request} name={request.tracking_id} />
            <ResubmitButton request={request} />
          </>
        }
      />
      {isNew && <SubmittedPanel request={request} />}
      <Denial request={request} />
      <LapseNote request={request} />
      <NotResubmittable request={request} />
      <RoundNote request={request} />
      <ExtensionNote expected={request.expected} />
      <Box
        sx={{
          display: 'grid',
          alignItems: 'start',
          gap: 3,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: stacked ? 'minmax(0, 1fr)' : 'minmax(0, 1fr) 340px',
          },
        }}
      >
        <SingleRequestTabs request={request} />
        {notice ?? <RequestComments request={request} stacked={stacked} />}
      </Box>
      <EditDialogs />
    </CommentsContext>
  );
}

/** Shows the denial: the role, the reason and the recommendation (2 §4). */
function Denial({ request }: { request: DataRequest }) {
  const denied = request.request_states.find(({ state }) => state === 'Denied');
  if (request.status !== 'Denied' || !denied) return null;
  return (
    <Alert severity="error" icon={false} sx={{ mb: 3 }}>
      <AlertTitle>Denied by the {denied.role}</AlertTitle>
      <div>
        <Prose label="Reason" none="None provided">
          {denied.reason}
        </Prose>
      </div>
      <div>
        <Prose label="Recommendation" none="None provided">
          {denied.recommendation}
        </Prose>
      </div>
    </Alert>
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
  const download = useExport(() => downloadRequest(requestId));
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
