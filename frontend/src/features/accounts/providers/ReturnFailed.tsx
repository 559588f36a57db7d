import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { useStoreValue } from '@/lib/externalStore';
import { AccountCard } from '../AccountCard';
import { useLeaveForProvider } from './mutations';
import { trip } from './trip';

interface Props {
  message: string;
  /** The way on without the provider. */
  other: { label: string; onChoose: () => void };
  /** True if the provider may be tried again. */
  mayRetry: boolean;
}

/** Says why the sign-in at a provider did not succeed, and offers ways to go on. */
export function ReturnFailed({ message, other, mayRetry }: Props) {
  const last = useStoreValue(trip.subscribe, trip.get);
  const leaving = useLeaveForProvider();
  const retries = mayRetry && last !== null;
  return (
    <AccountCard title={last ? `Sign in with ${last.label}` : 'Sign in'}>
      <Stack sx={{ gap: 2 }}>
        <Alert severity="warning">{message}</Alert>
        {leaving.error && (
          <CallErrorAlert
            severity="warning"
            error={leaving.error}
            onRetry={leaving.retry}
            pending={leaving.isLeaving}
          />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {retries && (
            <Button
              variant="contained"
              loading={leaving.isLeaving}
              onClick={() => leaving.leave(last)}
            >
              Try again
            </Button>
          )}
          <Button variant={retries ? 'text' : 'contained'} onClick={other.onChoose}>
            {other.label}
          </Button>
        </Box>
      </Stack>
    </AccountCard>
  );
}
