import DialogContentText from '@mui/material/DialogContentText';
import { useId } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import type { DataRequest } from '@/api/models';
import { DateField } from '@/components/DateField';
import { DialogForm } from '@/components/DialogForm';
import { useFormDraft } from '@/components/formDraft';
import { LimitedField } from '@/components/LimitedField';
import { useResubmit } from '@/components/requests/mutations';
import { addDays, today } from '@/lib/days';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';

interface Props {
  request: DataRequest;
  onClose: () => void;
}

/** The first day that can be picked (2 §5). */
const firstDay = () => addDays(today(), 15);

/** Resubmits a request, with a note to the reviewers, and with a new day of need where the old one has come near (V7). */
export function ResubmitDialog({ request, onClose }: Props) {
  const id = useId();
  const [{ note, neededOn }, set] = useFormDraft(`resubmit ${request.request_id}`, {
    note: '',
    neededOn: '',
  });
  const resubmit = useResubmit(request.request_id);
  const faults = resubmit.error instanceof ApiError ? resubmit.error.errors : {};
  const isAtField = Boolean(faults.note ?? faults.needed_on);
  const send = () =>
    resubmit.mutate(
      { note: note.trim(), neededOn: neededOn || undefined },
      {
        onSuccess: ({ message }) => {
          toast(message, 'success');
          onClose();
        },
      },
    );
  return (
    <DialogForm
      title="Resubmit Data Request"
      submitLabel="Resubmit this request"
      pending={resubmit.isPending}
      refusal={resubmit.error && !isAtField ? messageOf(resubmit.error) : undefined}
      onSubmit={send}
      onClose={onClose}
    >
      <DialogContentText>{whatHappens(request)}</DialogContentText>
      {request.needs_new_date && (
        <DateField
          id={`${id}-needed-on`}
          label="Date Needed"
          value={neededOn}
          onChange={(day) => set({ note, neededOn: day })}
          min={firstDay()}
          hint="The day that you gave has come too near. Should be at least two weeks from now"
          error={faults.needed_on?.[0]}
          required
        />
      )}
      <LimitedField
        limit={limits.ResubmitBody.note}
        id={`${id}-note`}
        label="Note to the reviewers (optional)"
        multiline
        minRows={3}
        maxRows={10}
        value={note}
        onChange={({ target }) => set({ note: target.value, neededOn })}
        error={Boolean(faults.note)}
        helperText={faults.note?.[0] ?? 'What you have changed, or why you have not.'}
      />
    </DialogForm>
  );
}

/** Where the review goes on. */
function whatHappens({ request_states, status }: DataRequest): string {
  const denied = request_states.find(({ state }) => state === 'Denied');
  return status === 'Denied' && denied
    ? `The review goes on at the ${denied.role}, who denied it. Approvals that were given before stand, unless you have chosen another data source since.`
    : 'The review begins again at its first stage. Whoever decides there is told.';
}
