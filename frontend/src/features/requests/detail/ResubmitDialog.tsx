import DialogContentText from '@mui/material/DialogContentText';
import type { DataRequest } from '@/api/models';
import { DateField } from '@/ui/DateField';
import { DialogForm } from '@/ui/DialogForm';
import { LimitedField } from '@/ui/LimitedField';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { useResubmit } from '@/shared/requests/mutations';
import { addDays, today } from '@/lib/days';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';

interface Props {
  request: DataRequest;
  onClose: () => void;
}

/** The first day that can be picked (2 §5). */
const firstDay = () => addDays(today(), 15);

/**
 * Resubmits a request with a note to the reviewers. Asks for a new date if the old one is too near
 * (V7).
 */
export function ResubmitDialog({ request, onClose }: Props) {
  const form = useRecordForm({
    name: `resubmit ${request.request_id}`,
    initial: { note: '', needed_on: '' },
    // Only the server knows which date is too near.
    check: () => ({}),
    save: useResubmit(request.request_id),
    inputOf: ({ note, needed_on }) => ({ note: note.trim(), neededOn: needed_on || undefined }),
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
  });
  return (
    <DialogForm
      title="Resubmit Data Request"
      submitLabel="Resubmit this request"
      {...form.dialog}
      onClose={onClose}
    >
      <DialogContentText>{whatHappens(request)}</DialogContentText>
      {request.needs_new_date && (
        <DateField
          {...form.field('needed_on')}
          label="Date Needed"
          min={firstDay()}
          hint="The day that you gave has come too near. Should be at least two weeks from now"
          required
        />
      )}
      <LimitedField
        limit={limits.ResubmitBody.note}
        {...form.text('note', 'What you have changed, or why you have not.')}
        label="Note to the reviewers (optional)"
        multiline
        minRows={3}
        maxRows={10}
      />
    </DialogForm>
  );
}

function whatHappens({ request_states, status }: DataRequest): string {
  const denied = request_states.find(({ state }) => state === 'Denied');
  return status === 'Denied' && denied
    ? `The review goes on at the ${denied.role}, who denied it. Approvals that were given before stand, unless you have chosen another data source since.`
    : 'The review begins again at its first stage. Whoever decides there is told.';
}
