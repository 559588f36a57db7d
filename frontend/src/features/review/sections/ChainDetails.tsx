import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { fullName, useSession } from '@/api/session';
import type { DataRequest, RequestState } from '@/api/models';
import { Prose } from '@/ui/Prose';
import { RequestProof } from '@/shared/audit/RequestProof';
import { DueDate } from '@/shared/deadlines/DueDate';
import { PlainList } from '@/ui/PlainList';
import { StatusChip } from '@/shared/requests/StatusChip';
import { attendantOf, isDecided, statusOf } from '@/shared/tracking/stageState';
import { formatDateTime, timeAgo } from '@/lib/dates';
import { recallText } from '@/lib/requestStatus';
import { stagesOf } from '@/shared/tracking/stagesOf';

/**
 * Lists the decisions of the chain's roles, with the reason of a denial. The user's own turn is
 * highlighted (2 §4 "Acting").
 */
export function ChainDetails({ request }: { request: DataRequest }) {
  const session = useSession();
  const mine = request.acting.stage;
  const stages = stagesOf(request);
  if (stages.length === 0) return <Typography variant="body2">Pending Access Approval</Typography>;
  return (
    <PlainList component="ol" aria-label="Decisions">
      {stages.map((stage) => {
        const acting = stage.state_id === mine?.state_id && request.acting.comment.allowed;
        return (
          <Box
            component="li"
            key={stage.state_id}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) auto',
              columnGap: 2,
              py: 1.25,
              overflowWrap: 'anywhere',
              px: acting ? 1.5 : 0,
              mx: acting ? -1.5 : 0,
              borderRadius: acting ? 1 : 0,
              bgcolor: acting ? 'quiet' : undefined,
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box>
              <Typography sx={{ fontWeight: 600, lineHeight: 1.4 }}>{stage.role}</Typography>
              <Typography variant="body2" color="textSecondary" component="div">
                <DecisionDetails stage={stage} />
                {isDecided(stage) && (
                  <RequestProof
                    requestId={request.request_id}
                    act={{ kind: 'request.decided', state: stage.state_id }}
                    of={stage.role}
                  />
                )}
                {acting && session && (
                  <div>
                    The request reached you {timeAgo(stage.unattended_since ?? stage.created_on)}.
                    Your decision is recorded as {fullName(session.user)},{' '}
                    {[session.role?.organisation, session.user.org_email, session.user.phone]
                      .filter(Boolean)
                      .join(', ')}
                    .
                  </div>
                )}
              </Typography>
            </Box>
            <div>
              <StatusChip status={statusOf(stage)} />
            </div>
          </Box>
        );
      })}
    </PlainList>
  );
}

function DecisionDetails({ stage }: { stage: RequestState }) {
  const attendant = attendantOf(stage);
  const person = stage.attended_by;
  const denied = stage.state === 'Denied';
  const recalled = recallText(stage);
  return (
    <>
      <div>{stage.stage_activity}</div>
      {stage.due && (
        <div>
          <DueDate due={stage.due} />
        </div>
      )}
      {person && (
        <div>
          {[attendant, person.org_name, person.org_email, person.phone].filter(Boolean).join(', ')}
        </div>
      )}
      {stage.responded_on && (
        <time dateTime={stage.responded_on}>{formatDateTime(stage.responded_on)}</time>
      )}
      {recalled && <div>{recalled}</div>}
      {!recalled && (denied || stage.reason?.trim()) && (
        <Remark name={denied ? 'Reason' : 'Comment'} text={stage.reason} />
      )}
      {(denied || stage.recommendation?.trim()) && (
        <Remark name="Recommendation" text={stage.recommendation} />
      )}
    </>
  );
}

function Remark({ name, text }: { name: string; text: string | null | undefined }) {
  return (
    <Box sx={{ mt: 0.5, color: 'text.primary' }}>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {name}:
      </Box>{' '}
      <Prose none="None provided">{text}</Prose>
    </Box>
  );
}
