import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useLocation } from 'react-router';
import { downloadEvidence } from '@/api/documents';
import { messageOf } from '@/api/errors';
import { useSession } from '@/api/session';
import { useAct } from '@/api/useAct';
import { RequestLink } from '@/shared/audit/RequestLink';
import { openSignIn } from '@/lib/accountDialog';
import { pendingLink } from '@/lib/pendingLink';
import { toast } from '@/lib/toast';
import { printoutName, type Printout } from './printout';

/** Shown after scanning the code on a letter or printout: explains the next steps. */
export function FromPrintout({ printout }: { printout: Printout }) {
  const isSignedIn = useSession() !== null;
  const { pathname, search } = useLocation();
  const { entry, request } = printout;
  const signIn = () => {
    pendingLink.set(pathname + search);
    openSignIn();
  };
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      <AlertTitle>You come from a letter or printout of {printoutName(printout)}</AlertTitle>
      <Box>
        The paper itself proves nothing. The proof is a file that everyone with access to
        {request === undefined ? ' the request ' : ' '}
        {request !== undefined && (
          <>
            <RequestLink
              request={{ request_id: request, reference: `Data Request ${request}` }}
            />{' '}
          </>
        )}
        can download. Ask them for it, or download it yourself. Anyone can check it below.
      </Box>
      <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {!isSignedIn && (
          <Button size="small" variant="outlined" onClick={signIn}>
            Sign in to download the proof
          </Button>
        )}
        {isSignedIn && entry !== undefined && <DownloadButton entry={entry} />}
      </Box>
    </Alert>
  );
}

function DownloadButton({ entry }: { entry: number }) {
  const download = useAct({
    mutationFn: () => downloadEvidence(entry),
    onError: (error) => toast(messageOf(error), 'error'),
  });
  return (
    <Button
      size="small"
      variant="outlined"
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Download proof
    </Button>
  );
}
