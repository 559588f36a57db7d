import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';
import { ReleasedOn, SubmittedOn } from '@/shared/audit/ProvenDates';
import { RequestAuditEntries } from '@/shared/audit/RequestAuditEntries';
import { DataItem, DataList } from '@/ui/DataList';
import { cardSx } from '@/ui/looks';
import { PageHeader } from '@/ui/PageHeader';
import { ExtensionNote } from '@/shared/deadlines/ExtensionNote';
import { LapseNote } from '@/shared/deadlines/LapseNote';
import { StatusChip } from '@/shared/requests/StatusChip';
import { StatusLine } from '@/shared/requests/StatusLine';
import { LetterButton } from '@/shared/requests/LetterButton';
import { RoundHistory } from '@/shared/tracking/RoundHistory';
import { statusOf } from '@/shared/tracking/stageState';
import { Tracking } from '@/shared/tracking/Tracking';
import { RequestBreadcrumb } from './RequestBreadcrumb';
import { RequestScreen } from './RequestScreen';

function TrackRequest({ request }: { request: DataRequest }) {
  const { requester } = request;
  return (
    <>
      <PageHeader
        above={<RequestBreadcrumb request={request} last="Track" backToList />}
        title="Track Data Request"
        status={<StatusChip status={statusOf({ state: request.status })} />}
        purpose={<StatusLine request={request} />}
        action={<LetterButton request={request} />}
      />
      <LapseNote request={request} />
      <ExtensionNote expected={request.expected} />
      <Box component="section" aria-label="Details" sx={{ ...cardSx, mb: 2 }}>
        <Typography variant="h3" component="h2" sx={{ mb: 0.5 }}>
          {request.title}
        </Typography>
        <DataList>
          <DataItem name="Requester">
            {requester.fname} {requester.sname}
          </DataItem>
          <DataItem name="Organisation">{request.organization.name}</DataItem>
          <SubmittedOn request={request} />
          <ReleasedOn request={request} />
        </DataList>
      </Box>
      <Box component="section" aria-label="Tracking" sx={cardSx}>
        <Tracking requestId={request.request_id} rounds={request.rounds} />
      </Box>
      <RoundHistory requestId={request.request_id} rounds={request.rounds} />
      <Box component="section" aria-labelledby="record" sx={{ mt: 4 }}>
        <Typography id="record" variant="h2" sx={{ mb: 1.5 }}>
          History
        </Typography>
        <Box sx={{ ...cardSx, py: 1 }}>
          <RequestAuditEntries request={request} />
        </Box>
      </Box>
    </>
  );
}

/**
 * /datarequest/track: the status of a request, its earlier rounds (2 §2), and its audit entries
 * (decisions P6).
 */
export default function TrackRequestPage() {
  return (
    <RequestScreen title="Track Data Request" missing="No tracking information found.">
      {(request) => <TrackRequest key={request.request_id} request={request} />}
    </RequestScreen>
  );
}
