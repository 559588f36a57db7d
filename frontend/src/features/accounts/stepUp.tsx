import { useState } from 'react';
import { ApiError } from '@/api/errors';
import { PasswordDialog } from './PasswordDialog';

/** The code of an answer to a call that needs the password, given again (decisions C15). */
const PASSWORD_NEEDED = 607;

interface Asked {
  goOn: () => void;
  giveUp: () => void;
}

/**
 * Makes calls that may need the password again: it is asked for in a dialog, and the call then made once more, with all that was
 * typed. Where it is not given the call fails as it was refused. The dialog MUST stand outside of any form: what is sent in it
 * would be taken for that form's.
 */
export function useStepUp() {
  const [asked, setAsked] = useState<Asked>();
  const run = async <T,>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === PASSWORD_NEEDED)) throw error;
      await new Promise<void>((resolve, reject) => {
        setAsked({ goOn: resolve, giveUp: () => reject(error) });
      });
      return call();
    }
  };
  const close = (then: () => void) => () => {
    setAsked(undefined);
    then();
  };
  const dialog = asked && (
    <PasswordDialog onConfirmed={close(asked.goOn)} onClose={close(asked.giveUp)} />
  );
  return { run, dialog };
}
