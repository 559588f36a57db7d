import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { Suspense, type Ref } from 'react';
import { useSession } from '@/api/session';
import type { DataRequest } from '@/api/models';
import { RequestProof } from '@/shared/audit/RequestProof';
import { lazyPart } from '@/lib/lazyPart';
import { decidedOwnStage, isBy, stageWords } from './stageWords';

const NextRequest = lazyPart(async () => ({
  default: (await import('./NextRequest')).NextRequest,
}));

interface Props {
  request: DataRequest;
  /** Gets the focus after a decision. */
  ref?: Ref<HTMLDivElement>;
}

/**
 * Tells the decision at the reader's stage, its proof, and for whom the request waits since
 * (decisions C18). Leads a reader who decided to the next request. Renders nothing before the
 * decision.
 */
export function StageNote({ request, ref }: Props) {
  const userId = useSession()?.user.user_id;
  const stage = decidedOwnStage(request);
  if (!stage) return null;
  return (
    <Alert
      ref={ref}
      tabIndex={-1}
      role="status"
      severity={request.status === 'Denied' ? 'info' : 'success'}
      sx={{ mb: 2, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}
      >
        <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
          <div>{stageWords(request, userId)}</div>
          {/* The room of the proof is reserved, because it comes after the request. */}
          <Box sx={{ minHeight: '1lh' }}>
            <RequestProof
              requestId={request.request_id}
              act={{ kind: 'request.decided', state: stage.state_id }}
              // The chain below offers the same proof under the name of the role.
              of="Your stage"
            />
          </Box>
        </Box>
        {isBy(stage, userId) && (
          // On a phone it has a row of its own, whose room is reserved.
          <Box sx={{ flexBasis: { xs: '100%', sm: 'auto' }, minHeight: { xs: 36.5, sm: 0 } }}>
            <Suspense fallback={null}>
              <NextRequest after={request.request_id} />
            </Suspense>
          </Box>
        )}
      </Box>
    </Alert>
  );
}
