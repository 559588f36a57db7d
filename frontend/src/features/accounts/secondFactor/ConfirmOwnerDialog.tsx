import type { ButtonProps } from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DialogForm } from '@/ui/DialogForm';
import { EitherCode } from './EitherCode';
import { useCodeForm } from './useCodeForm';

interface Props<Answer> {
  title: string;
  /** Names the change that the code confirms. */
  submitLabel: string;
  colour?: ButtonProps['color'];
  /** False if the account has no authenticator app: then the password or a passkey confirms it. */
  hasApp?: boolean;
  /** The call with the code; with an empty one, the password confirms the change. */
  save: Pick<UseMutationResult<Answer, Error, string>, 'mutate' | 'isPending' | 'error' | 'reset'>;
  onSaved: (answer: Answer) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Confirms a change of the second factor by a code of it, or by the password (decisions C15). */
export function ConfirmOwnerDialog<Answer>(props: Props<Answer>) {
  const { title, submitLabel, colour, hasApp = true, save, onSaved, onClose, children } = props;
  const form = useCodeForm({ name: title, save, onSaved });
  // The server refuses the call until the password was confirmed, and `useAct` asks for it.
  const withPassword = () => save.mutate('', { onSuccess: onSaved });
  return (
    <DialogForm
      title={title}
      submitLabel={submitLabel}
      colour={colour}
      {...form.dialog}
      {...(hasApp
        ? { other: { label: 'Use your password', onSubmit: withPassword } }
        : { onSubmit: withPassword })}
      onClose={onClose}
      width={520}
    >
      <DialogContentText component="div">{children}</DialogContentText>
      {hasApp && <EitherCode {...form.field('code')} />}
    </DialogForm>
  );
}
