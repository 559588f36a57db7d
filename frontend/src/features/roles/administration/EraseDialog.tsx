import Alert from '@mui/material/Alert';
import DialogContentText from '@mui/material/DialogContentText';
import Skeleton from '@mui/material/Skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { passwordErrors } from '@/api/errors';
import type { ErasurePlan, Person } from '@/api/models';
import { fullName } from '@/api/session';
import { AccountName } from '@/shared/accounts/AccountName';
import { DialogForm } from '@/ui/DialogForm';
import { LimitedField } from '@/ui/LimitedField';
import { PasswordField } from '@/ui/PasswordField';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { useErase } from './mutations';
import { peopleQueries } from './queries';

const many = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

/**
 * Erases an account for good. Shows first what is deleted and what is kept, or what has to be
 * settled before.
 */
export function EraseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const plan = useQuery(peopleQueries.erasure(person.user_id));
  const form = useRecordForm({
    name: `erase ${person.user_id}`,
    initial: { reason: '', confirmation: '', password: '' },
    secrets: ['password'],
    check: ({ reason, confirmation, password }) => ({
      reason: reason.trim() ? undefined : 'Enter who asked for it, and when',
      confirmation: confirmation.trim() ? undefined : `Type the ${contact(plan.data)}`,
      password: password ? undefined : 'The password is required',
    }),
    quiet: true,
    save: useErase(person.user_id),
    inputOf: (typed) => typed,
    errorsOf: passwordErrors,
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
  });
  const client = useQueryClient();
  useEffect(() => {
    // Refreshes the list, because another person may have erased the account since it was read.
    if (plan.error) {
      for (const queryKey of peopleQueries.lists) void client.invalidateQueries({ queryKey });
    }
  }, [plan.error, client]);
  const name = fullName(person);
  const isFree = plan.data?.duties.length === 0;

  return (
    <DialogForm
      title={`Erase the account of ${name}`}
      submitLabel={isFree ? 'Erase this account' : undefined}
      cancelLabel={isFree ? 'Cancel' : 'Close'}
      colour="error"
      pending={form.pending}
      refusal={plan.error ?? form.refusal}
      onRetry={plan.error ? () => void plan.refetch() : undefined}
      onSubmit={isFree ? form.submit : undefined}
      onClose={onClose}
      width={560}
    >
      {plan.isPending && <Skeleton variant="rounded" height={160} />}
      {plan.data && !isFree && (
        <Alert severity="warning">
          This account cannot be erased yet. First:
          <Points points={plan.data.duties} />
        </Alert>
      )}
      {plan.data && isFree && (
        <>
          <DialogContentText>
            Do this only after {name} has asked for it. It cannot be undone.
          </DialogContentText>
          <ErasureSection title="Deleted immediately">
            <Points
              points={[
                'Name, email address, phone number, occupation, department and password',
                'Passports and national IDs of this person in their own Data Requests',
                plan.data.drafts > 0
                  ? `Sessions, notifications and ${many(plan.data.drafts, 'draft')}`
                  : 'Sessions and notifications',
              ]}
            />
          </ErasureSection>
          <ErasureSection title={`Kept, under “${plan.data.becomes}”`}>
            <Points
              points={[
                ...(plan.data.requests > 0
                  ? [`${many(plan.data.requests, 'Data Request')}, with what reviewers decided`]
                  : []),
                'Comments and reasons, unchanged',
                'The audit log, with proofs that stay valid',
              ]}
            />
          </ErasureSection>
          <LimitedField
            limit={limits.EraseBody.reason}
            {...form.text('reason', 'Without the name: “By letter of 3 May, file 7/12”.')}
            label="Who asked, and when"
            required
            autoFocus
          />
          <LimitedField
            limit={limits.EraseBody.confirmation}
            {...form.text(
              'confirmation',
              'Type it in full to confirm that this is the right account.',
            )}
            label={`The ${contact(plan.data)} of this account`}
            required
            slotProps={{
              htmlInput: {
                autoComplete: 'off',
                autoCapitalize: 'none',
                spellCheck: false,
              },
            }}
          />
          <AccountName />
          <PasswordField
            {...form.text('password', "Confirms that it's you.")}
            label="Your password"
            called="password"
            autoComplete="current-password"
          />
        </>
      )}
    </DialogForm>
  );
}

const contact = (plan: ErasurePlan | undefined) =>
  plan?.has_email === false ? 'phone number' : 'email address';

function ErasureSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <DialogContentText component="h3" variant="subtitle2" color="text.primary">
        {title}
      </DialogContentText>
      {children}
    </div>
  );
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <DialogContentText component="ul" variant="body2" sx={{ my: 0.5, pl: 2.5 }}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </DialogContentText>
  );
}
