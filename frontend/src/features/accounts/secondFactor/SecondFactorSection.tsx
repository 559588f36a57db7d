import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AppSecret, SecondFactor } from '@/api/models';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { LoadFailed } from '@/ui/LoadFailed';
import { cardSx } from '@/ui/looks';
import { RowsSkeleton } from '@/ui/Skeletons';
import { formatDate, formatDateTime, timeAgo } from '@/lib/dates';
import { lazyDialog } from '@/lib/lazyPart';
import { count } from '@/lib/numbers';
import { toast } from '@/lib/toast';
import { rowSx } from '../looks';
import { SectionHeader } from '../SectionHeader';
import { useSetUp } from './mutations';
import { secondFactorQueries } from './queries';

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

/** The authenticator app of the user, and its recovery codes. */
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
        {factor?.app_added_on && (
          <Box sx={{ ...cardSx, py: 0.5 }}>
            <AppLine factor={factor} addedOn={factor.app_added_on}>
              <Button size="small" onClick={() => setOpen({ dialog: 'replace' })}>
                Set up another app
              </Button>
              {!factor.required && (
                <Button size="small" color="error" onClick={() => setOpen({ dialog: 'remove' })}>
                  Remove
                </Button>
              )}
            </AppLine>
            <CodesLine factor={factor}>
              <Button size="small" onClick={() => setOpen({ dialog: 'newCodes' })}>
                Make new codes
              </Button>
            </CodesLine>
          </Box>
        )}
      </Box>
      {open?.dialog === 'replace' && <ReplaceApp onSecret={showSecret} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveApp onClose={close} />}
      {open?.dialog === 'newCodes' && (
        <NewRecoveryCodes
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
  if (!factor.required || factor.app_added_on) return null;
  return (
    <Alert severity="warning">
      {factor.required_from
        ? `Your role needs a second factor from ${formatDate(factor.required_from)} on. Set up an authenticator app before then.`
        : 'Your role needs a second factor. Set up an authenticator app.'}
    </Alert>
  );
}

interface LineProps {
  title: string;
  text: ReactNode;
  /** The actions. */
  children: ReactNode;
}

function Line({ title, text, children }: LineProps) {
  return (
    <Box sx={{ ...rowSx, gap: 1 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography variant="h3" sx={{ fontSize: '1rem', fontWeight: 600 }}>
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}

interface AppLineProps {
  factor: SecondFactor;
  addedOn: string;
  children: ReactNode;
}

function AppLine({ factor, addedOn, children }: AppLineProps) {
  const usedOn = factor.app_last_used_on;
  return (
    <Line
      title="Authenticator app"
      text={
        <>
          Set up on {formatDate(addedOn)},{' '}
          {usedOn ? (
            <>
              last used{' '}
              <Tooltip title={formatDateTime(usedOn)}>
                <time dateTime={usedOn}>{timeAgo(usedOn)}</time>
              </Tooltip>
            </>
          ) : (
            'not used yet'
          )}
          {factor.required && '. Your role needs it, so you can replace it but not remove it'}
        </>
      }
    >
      {children}
    </Line>
  );
}

function CodesLine({ factor, children }: { factor: SecondFactor; children: ReactNode }) {
  const left = factor.recovery_codes_left;
  const madeOn = factor.recovery_codes_made_on;
  return (
    <>
      <Line
        title="Recovery codes"
        text={
          <>
            {left === 0 ? 'None left' : `${count(left, 'code')} left`}
            {madeOn && `, made on ${formatDate(madeOn)}`}
          </>
        }
      >
        {children}
      </Line>
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
