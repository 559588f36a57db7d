import Alert from '@mui/material/Alert';
import DialogContentText from '@mui/material/DialogContentText';
import Skeleton from '@mui/material/Skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import type { ErasurePlan, Person } from '@/api/models';
import { fullName } from '@/api/session';
import { AccountName } from '@/components/AccountName';
import { DialogForm } from '@/components/DialogForm';
import { useFormDraft } from '@/components/formDraft';
import { LimitedField } from '@/components/LimitedField';
import { PasswordField } from '@/components/PasswordField';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { useErase } from './mutations';
import { peopleQueries } from './queries';

const fields = ['reason', 'confirmation', 'password'] as const;
type Field = (typeof fields)[number];
type Faults = Partial<Record<Field, string>>;

/** The faults that the server found, at their fields; none where it refused as a whole. */
function faultsOf(error: unknown): Faults | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 401) return { password: error.message };
  const found = fields.flatMap((field) => {
    const fault = error.errors[field]?.[0];
    return fault ? [[field, fault] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

const idOf = (field: Field) => `erase-${field}`;

const many = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

/** Erases an account for good, after saying what goes and what stays, or what has to be settled before. */
export function EraseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const plan = useQuery(peopleQueries.erasure(person.user_id));
  const [typed, setTyped] = useFormDraft<Record<Field, string>>(
    `erase ${person.user_id}`,
    { reason: '', confirmation: '', password: '' },
    { without: ['password'] },
  );
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string>();
  const erase = useErase(person.user_id);
  const client = useQueryClient();
  useEffect(() => {
    // The list offered what cannot be had: somebody else may have erased the account since it was read.
    if (plan.error) {
      for (const queryKey of peopleQueries.lists) void client.invalidateQueries({ queryKey });
    }
  }, [plan.error, client]);
  const name = fullName(person);
  const isFree = plan.data?.duties.length === 0;

  const blame = (found: Faults) => {
    setFaults(found);
    document.getElementById(idOf(fields.find((field) => found[field]) ?? 'reason'))?.focus();
  };
  const submit = () => {
    setRefusal(undefined);
    const missing: Faults = {
      ...(!typed.reason.trim() && { reason: 'Say who asked for it, and when' }),
      ...(!typed.confirmation.trim() && { confirmation: `Type the ${contact(plan.data)}` }),
      ...(!typed.password && { password: 'The password is required' }),
    };
    if (Object.keys(missing).length > 0) {
      blame(missing);
      return;
    }
    setFaults({});
    erase.mutate(typed, {
      onSuccess: ({ message }) => {
        toast(message, 'success');
        onClose();
      },
      onError: (error) => {
        const found = faultsOf(error);
        if (found) blame(found);
        else setRefusal(messageOf(error));
      },
    });
  };
  const field = (name: Field, label: string, hint: string) => ({
    label,
    required: true,
    value: typed[name],
    error: Boolean(faults[name]),
    helperText: faults[name] ?? hint,
    id: idOf(name),
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  });

  return (
    <DialogForm
      title={`Erase the account of ${name}`}
      submitLabel={isFree ? 'Erase this account' : undefined}
      cancelLabel={isFree ? 'Cancel' : 'Close'}
      colour="error"
      pending={erase.isPending}
      refusal={plan.error ? messageOf(plan.error) : refusal}
      onRetry={plan.error ? () => void plan.refetch() : undefined}
      onSubmit={isFree ? submit : undefined}
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
            Do this only after {name} has asked for it. It cannot be taken back.
          </DialogContentText>
          <Told title="What goes at once">
            <Points
              points={[
                'Name, e-mail address, phone number, occupation, department and password',
                'Passports and national IDs of this person in their own Data Requests',
                plan.data.drafts > 0
                  ? `Sessions, notifications and ${many(plan.data.drafts, 'draft')}`
                  : 'Sessions and notifications',
              ]}
            />
          </Told>
          <Told title={`What stays, under “${plan.data.becomes}”`}>
            <Points
              points={[
                ...(plan.data.requests > 0
                  ? [`${many(plan.data.requests, 'Data Request')}, with what reviewers decided`]
                  : []),
                'Comments and reasons as they were written',
                'The record of acts, whose proofs hold as before',
              ]}
            />
          </Told>
          <LimitedField
            limit={limits.EraseBody.reason}
            {...field(
              'reason',
              'Who asked, and when',
              'Without the name: “By letter of 3 May, file 7/12”.',
            )}
            autoFocus
          />
          <LimitedField
            limit={limits.EraseBody.confirmation}
            {...field(
              'confirmation',
              `The ${contact(plan.data)} of this account`,
              'Typed in full, to show that it is this account.',
            )}
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
            {...field('password', 'Your password', 'It confirms that it is you who erases.')}
            called="password"
            autoComplete="current-password"
          />
        </>
      )}
    </DialogForm>
  );
}

const contact = (plan: ErasurePlan | undefined) =>
  plan?.has_email === false ? 'phone number' : 'e-mail address';

function Told({ title, children }: { title: string; children: ReactNode }) {
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
