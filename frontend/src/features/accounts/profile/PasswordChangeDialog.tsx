import { zodResolver } from '@hookform/resolvers/zod';
import DialogContentText from '@mui/material/DialogContentText';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api, body } from '@/api/client';
import { ApiError, messageOf } from '@/api/errors';
import { useAct } from '@/api/useAct';
import { AccountName } from '@/components/AccountName';
import { DialogForm } from '@/components/DialogForm';
import { toast } from '@/lib/toast';
import { usePasswordRules } from '../NewPassword';
import { areEqual, passwordPair, unequal } from '../passwordPair';
import { PasswordPair } from '../PasswordPair';
import { accountQueries } from '../queries';

/** What the server has against the new password itself. */
const faultOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.errors.password?.[0] : undefined;

/** The new password, twice. The present one is asked for in a dialog of its own (decisions C15). */
export function PasswordChangeDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const rules = usePasswordRules();
  const shape = useMemo(
    () =>
      z
        .object(passwordPair(rules))
        .refine(areEqual, unequal('Password and Confirm Password should be equal')),
    [rules],
  );
  const { control, handleSubmit, setError } = useForm({
    resolver: zodResolver(shape),
    defaultValues: { password: '', confirm: '' },
  });
  const change = useAct({
    mutationFn: async (password: string) =>
      body(await api.PUT('/api/v1/users/password', { body: { password } })),
    onSuccess: ({ message }) => {
      toast(message, 'success');
      void client.invalidateQueries({ queryKey: accountQueries.sessions().queryKey });
      onClose();
    },
    onError: (error) => {
      const message = faultOf(error);
      if (message) setError('password', { message }, { shouldFocus: true });
    },
  });
  const refusal = change.error && !faultOf(change.error) ? messageOf(change.error) : undefined;
  return (
    <DialogForm
      title="Change your password"
      submitLabel="Change password"
      pending={change.isPending}
      refusal={refusal}
      onSubmit={() => void handleSubmit(({ password }) => change.mutate(password))()}
      onClose={onClose}
    >
      <DialogContentText>
        You stay signed in here. Every other session of your account ends.
      </DialogContentText>
      <AccountName />
      <PasswordPair control={control} rules={rules} label="New Password" />
    </DialogForm>
  );
}
