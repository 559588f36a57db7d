import DialogContentText from '@mui/material/DialogContentText';
import { useRef, useState } from 'react';
import { api, body } from '@/api/client';
import { ApiError, messageOf } from '@/api/errors';
import { useAct } from '@/api/useAct';
import { AccountName } from '@/components/AccountName';
import { DialogForm } from '@/components/DialogForm';
import { PasswordField } from '@/components/PasswordField';

interface Props {
  onConfirmed: () => void;
  onClose: () => void;
}

/** What is wrong with the password, where it is the password that is wrong. */
function faultOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.status === 401 ? error.message : error.errors.password?.[0];
}

/** Asks for the password again, for changes that an open session alone must not be enough for (decisions C15). */
export function PasswordDialog({ onConfirmed, onClose }: Props) {
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const confirm = useAct({
    mutationFn: async (typed: string) =>
      body(await api.POST('/api/v1/users/confirm-password', { body: { password: typed } })),
    onSuccess: onConfirmed,
    onError: (error) => {
      setFault(faultOf(error));
      if (faultOf(error)) field.current?.select();
    },
  });
  const submit = () => {
    if (password) {
      setFault(undefined);
      confirm.mutate(password);
      return;
    }
    setFault('The password is required');
    field.current?.focus();
  };
  const refusal = confirm.error && !faultOf(confirm.error) ? messageOf(confirm.error) : undefined;
  return (
    <DialogForm
      title="Enter your password"
      submitLabel="Confirm password"
      pending={confirm.isPending}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText>
        An open session alone is not enough for this change, so we ask for your password again. It
        counts for 5 minutes on this device. Nothing of what you entered is lost.
      </DialogContentText>
      <AccountName />
      <PasswordField
        label="Your password"
        called="password"
        autoComplete="current-password"
        autoFocus
        inputRef={field}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={Boolean(fault)}
        helperText={fault}
      />
    </DialogForm>
  );
}
