import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AppSecret, SecondFactor } from '@/api/models';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { LoadFailed } from '@/ui/LoadFailed';
import { cardSx } from '@/ui/looks';
import { RowsSkeleton } from '@/ui/Skeletons';
import { formatDate } from '@/lib/dates';
import { lazyDialog } from '@/lib/lazyPart';
import { count } from '@/lib/numbers';
import { hasPasskeys } from '@/lib/passkeys';
import { toast } from '@/lib/toast';
import { SectionHeader } from '../SectionHeader';
import { FactorLine, LastUse } from './FactorLine';
import { useSetUp } from './mutations';
import { hasFactor, secondFactorQueries } from './queries';

const ReplaceApp = lazyDialog(() => import('./ReplaceApp'), 'ReplaceApp');
const NewRecoveryCodes = lazyDialog(() => import('./NewRecoveryCodes'), 'NewRecoveryCodes');
const RemoveApp = lazyDialog(() => import('./RemoveApp'), 'RemoveApp');
const SetUpDialog = lazyDialog(() => import('./SetUpDialog'), 'SetUpDialog');
const RecoveryCodesDialog = lazyDialog(
  () => import('./RecoveryCodesDialog'),
  'RecoveryCodesDialog',
);

/** The number of recovery codes from which the owner is warned. */
const FEW_CODES = 2;

type Open =
  | { dialog: 'replace' | 'newCodes' | 'remove' }
  | { dialog: 'setUp'; secret: AppSecret }
  | { dialog: 'codes'; codes: readonly string[] };

/** The authenticator app of the user, and the recovery codes of the second factor. */
export function SecondFactorSection() {
  const loaded = useQuery(secondFactorQueries.own());
  const [open, setOpen] = useState<Open>();
  const [expired, setExpired] = useState<string>();
  const begin = useSetUp();
  const close = () => setOpen(undefined);
  const showSecret = (secret: AppSecret) => {
    setExpired(undefined);
    setOpen({ dialog: 'setUp', secret });
  };
  const factor = loaded.data;
  return (
    <Box component="section" aria-labelledby="second-factor">
      <SectionHeader
        id="second-factor"
        title="Second factor"
        text="With an authenticator app on your phone, your password alone isn’t enough to sign in."
      >
        {factor && !factor.app_added_on && (
          <Button
            variant="outlined"
            loading={begin.isPending}
            onClick={() => begin.mutate('', { onSuccess: showSecret })}
          >
            Set up an app
          </Button>
        )}
      </SectionHeader>
      {loaded.isPending && <RowsSkeleton count={1} height={64} />}
      {loaded.error && !factor && (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
      )}
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {factor && <Requirement factor={factor} />}
        {expired && <Alert severity="warning">{expired}</Alert>}
        {begin.error && (
          <CallErrorAlert
            severity="warning"
            error={begin.error}
            onRetry={() => begin.mutate('', { onSuccess: showSecret })}
            pending={begin.isPending}
          />
        )}
        {factor && hasFactor(factor) && (
          <Box sx={{ ...cardSx, py: 0.5 }}>
            {factor.app_added_on && (
              <AppLine factor={factor} addedOn={factor.app_added_on}>
                <Button size="small" onClick={() => setOpen({ dialog: 'replace' })}>
                  Set up another app
                </Button>
                {isRemovable(factor) && (
                  <Button size="small" color="error" onClick={() => setOpen({ dialog: 'remove' })}>
                    Remove
                  </Button>
                )}
              </AppLine>
            )}
            <CodesLine factor={factor}>
              <Button size="small" onClick={() => setOpen({ dialog: 'newCodes' })}>
                Make new codes
              </Button>
            </CodesLine>
          </Box>
        )}
      </Box>
      {open?.dialog === 'replace' && <ReplaceApp onSecret={showSecret} onClose={close} />}
      {open?.dialog === 'remove' && (
        <RemoveApp hasPasskeys={(factor?.passkeys.length ?? 0) > 0} onClose={close} />
      )}
      {open?.dialog === 'newCodes' && (
        <NewRecoveryCodes
          hasApp={Boolean(factor?.app_added_on)}
          onCodes={(codes) => setOpen({ dialog: 'codes', codes })}
          onClose={close}
        />
      )}
      {open?.dialog === 'setUp' && (
        <SetUpDialog
          secret={open.secret}
          onConfirmed={(codes) => {
            toast('Your authenticator app is set up.', 'success');
            if (codes.length > 0) setOpen({ dialog: 'codes', codes });
            else close();
          }}
          onExpired={(message) => {
            setExpired(message);
            close();
          }}
          onClose={close}
        />
      )}
      {open?.dialog === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
    </Box>
  );
}

/** Says that the role of the user needs a second factor, and from when on. */
function Requirement({ factor }: { factor: SecondFactor }) {
  if (!factor.required || hasFactor(factor)) return null;
  const ways =
    factor.passkeys_available && hasPasskeys()
      ? 'Add a passkey, or set up an authenticator app'
      : 'Set up an authenticator app';
  return (
    <Alert severity="warning">
      {factor.required_from
        ? `Your role needs a second factor from ${formatDate(factor.required_from)} on. ${ways} before then.`
        : `Your role needs a second factor. ${ways}.`}
    </Alert>
  );
}

/** True if the user can do without the app: the role needs no second factor, or a passkey remains. */
const isRemovable = ({ required, passkeys }: SecondFactor) => !required || passkeys.length > 0;

interface AppLineProps {
  factor: SecondFactor;
  addedOn: string;
  children: ReactNode;
}

function AppLine({ factor, addedOn, children }: AppLineProps) {
  return (
    <FactorLine
      title="Authenticator app"
      text={
        <>
          <LastUse verb="Set up" on={addedOn} usedOn={factor.app_last_used_on} />
          {!isRemovable(factor) && '. Your role needs it, so you can replace it but not remove it'}
        </>
      }
    >
      {children}
    </FactorLine>
  );
}

function CodesLine({ factor, children }: { factor: SecondFactor; children: ReactNode }) {
  const left = factor.recovery_codes_left;
  const madeOn = factor.recovery_codes_made_on;
  return (
    <>
      <FactorLine
        title="Recovery codes"
        text={
          <>
            {left === 0 ? 'None left' : `${count(left, 'code')} left`}
            {madeOn && `, made on ${formatDate(madeOn)}`}
          </>
        }
      >
        {children}
      </FactorLine>
      {left <= FEW_CODES && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {left === 0
            ? 'You have no recovery codes left. Make new ones, so that you can sign in without your phone.'
            : `You have ${count(left, 'recovery code')} left. Make new ones before you need them.`}
        </Alert>
      )}
    </>
  );
}
