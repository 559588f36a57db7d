import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useEffectEvent, useRef } from 'react';
import { hasReason } from '@/api/errors';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { RowsSkeleton } from '@/ui/Skeletons';
import { toast } from '@/lib/toast';
import { AccountCard } from '../AccountCard';
import { lastWay } from './lastWay';
import { useLeaveForProvider, useLink } from './mutations';
import { provenIdentity, type ProvenIdentity } from './provenIdentity';

interface Props {
  identity: ProvenIdentity;
  /** Called once the identity is linked, or if it is not linked after all. */
  onDone: () => void;
}

/** Links an identity to the account of the session at once. Offers ways to go on if that fails. */
export function LinkIdentity({ identity, onDone }: Props) {
  const { token, provider, label, fromProfile } = identity;
  const begun = useRef(false);
  const leaving = useLeaveForProvider();
  const link = useLink(() => {
    lastWay.set({ provider, label });
    toast(`You can now sign in with ${label}.`, 'success');
    provenIdentity.forget();
    onDone();
  });
  const begin = useEffectEvent(() => {
    if (begun.current) return;
    begun.current = true;
    link.mutate(token);
  });
  useEffect(() => begin(), []);
  const { error } = link;
  const isOver = hasReason(error, 'identity_proof_expired', 'identity_linked');
  return (
    <AccountCard
      title={`Link ${label}`}
      purpose={error ? undefined : `One moment: ${label} is linked to your account.`}
    >
      {error ? (
        <Stack sx={{ gap: 2 }}>
          <CallErrorAlert
            severity="warning"
            error={error}
            onRetry={() => link.mutate(token)}
            pending={link.isPending}
          />
          {leaving.error && (
            <CallErrorAlert severity="warning" error={leaving.error} onRetry={leaving.retry} />
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            {isOver ? (
              <Button
                variant="contained"
                loading={leaving.isLeaving}
                onClick={() => leaving.leave({ provider, label })}
              >
                Sign in with {label} again
              </Button>
            ) : (
              <Button
                variant="contained"
                loading={link.isPending}
                onClick={() => link.mutate(token)}
              >
                Link {label}
              </Button>
            )}
            <Button
              onClick={() => {
                provenIdentity.forget();
                onDone();
              }}
            >
              {fromProfile ? 'Back to your account' : 'Continue without linking'}
            </Button>
          </Box>
        </Stack>
      ) : (
        <RowsSkeleton count={1} height={64} />
      )}
    </AccountCard>
  );
}
