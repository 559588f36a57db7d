import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/errors';
import type { OwnPasskey, PasskeyOptions, SecondFactor } from '@/api/models';
import { lazyDialog } from '@/lib/lazyPart';
import { hasPasskeys } from '@/lib/passkeys';
import { toast } from '@/lib/toast';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { cardSx } from '@/ui/looks';
import { PlainList } from '@/ui/PlainList';
import { SectionHeader } from '../SectionHeader';
import { FactorLine, LastUse } from '../secondFactor/FactorLine';
import { secondFactorQueries } from '../secondFactor/queries';
import { useBeginPasskey } from './mutations';
import { PASSKEY_IS } from './texts';

const ConfirmNewPasskey = lazyDialog(() => import('./ConfirmNewPasskey'), 'ConfirmNewPasskey');
const AddPasskeyDialog = lazyDialog(() => import('./AddPasskeyDialog'), 'AddPasskeyDialog');
const RenamePasskeyDialog = lazyDialog(
  () => import('./RenamePasskeyDialog'),
  'RenamePasskeyDialog',
);
const RemovePasskeyDialog = lazyDialog(
  () => import('./RemovePasskeyDialog'),
  'RemovePasskeyDialog',
);
const RecoveryCodesDialog = lazyDialog(
  () => import('../secondFactor/RecoveryCodesDialog'),
  'RecoveryCodesDialog',
);

/** The number of passkeys that one account can have. */
const MOST = 20;

type Open =
  | { dialog: 'confirm' }
  | { dialog: 'add'; options: PasskeyOptions }
  | { dialog: 'rename' | 'remove'; passkey: OwnPasskey }
  | { dialog: 'codes'; codes: readonly string[] };

/**
 * The passkeys of the user. Renders nothing for a user without any where none can be added. Another
 * section shows the state while they load, and why they did not.
 */
export function PasskeysSection() {
  const factor = useQuery(secondFactorQueries.own()).data;
  if (!factor || (!factor.passkeys_available && factor.passkeys.length === 0)) return null;
  if (factor.passkeys.length === 0 && !hasPasskeys()) return null;
  return <Passkeys factor={factor} />;
}

/** The reason for which no passkey can be added here. */
function refusalOf({ passkeys, passkeys_available }: SecondFactor): string | undefined {
  if (!passkeys_available) return 'Passkeys can’t be used at this address.';
  if (!hasPasskeys()) return 'This browser has no passkeys. To add one, use another browser.';
  return passkeys.length < MOST
    ? undefined
    : `You have ${MOST} passkeys, which is the most that an account can have.`;
}

function Passkeys({ factor }: { factor: SecondFactor }) {
  const [open, setOpen] = useState<Open>();
  const [usedUp, setUsedUp] = useState<string>();
  const begin = useBeginPasskey();
  const { passkeys, required } = factor;
  const hasApp = Boolean(factor.app_added_on);
  const isLastFactor = passkeys.length === 1 && !hasApp;
  const refusal = refusalOf(factor);
  const close = () => setOpen(undefined);
  const add = (options: PasskeyOptions) => setOpen({ dialog: 'add', options });
  const beginToAdd = () => {
    setUsedUp(undefined);
    if (hasApp) setOpen({ dialog: 'confirm' });
    else begin.mutate('', { onSuccess: add });
  };
  return (
    <Box component="section" aria-labelledby="passkeys">
      <SectionHeader id="passkeys" title="Passkeys" text={PASSKEY_IS}>
        {!refusal && (
          <Button variant="outlined" loading={begin.isPending} onClick={beginToAdd}>
            Add a passkey
          </Button>
        )}
      </SectionHeader>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {refusal && <Alert severity="info">{refusal}</Alert>}
        {usedUp && <Alert severity="warning">{usedUp}</Alert>}
        {begin.error && (
          <CallErrorAlert
            severity="warning"
            error={begin.error}
            onRetry={beginToAdd}
            pending={begin.isPending}
          />
        )}
        {passkeys.length > 0 && (
          <PlainList sx={{ ...cardSx, py: 0.5 }}>
            {passkeys.map((passkey) => (
              <FactorLine
                key={passkey.passkey_id}
                component="li"
                title={passkey.name}
                text={
                  <>
                    <LastUse verb="Added" on={passkey.added_on} usedOn={passkey.last_used_on} />
                    {isLastFactor &&
                      required &&
                      '. Your role needs a second factor, so add another one before you remove it'}
                  </>
                }
              >
                <Button
                  size="small"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setOpen({ dialog: 'rename', passkey })}
                >
                  Rename
                </Button>
                {!(isLastFactor && required) && (
                  <Button
                    size="small"
                    color="error"
                    aria-label={`Remove ${passkey.name}`}
                    onClick={() => setOpen({ dialog: 'remove', passkey })}
                  >
                    Remove
                  </Button>
                )}
              </FactorLine>
            ))}
          </PlainList>
        )}
      </Box>
      {open?.dialog === 'confirm' && <ConfirmNewPasskey onOptions={add} onClose={close} />}
      {open?.dialog === 'add' && (
        <AddPasskeyDialog
          options={open.options}
          onAdded={(codes) => {
            toast('Your passkey is added.', 'success');
            if (codes.length > 0) setOpen({ dialog: 'codes', codes });
            else close();
          }}
          onUsedUp={(error) => {
            setUsedUp(messageOf(error));
            close();
          }}
          onClose={close}
        />
      )}
      {open?.dialog === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.dialog === 'remove' && (
        <RemovePasskeyDialog
          passkey={open.passkey}
          hasApp={hasApp}
          isLastFactor={isLastFactor}
          onClose={close}
        />
      )}
      {open?.dialog === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
    </Box>
  );
}
