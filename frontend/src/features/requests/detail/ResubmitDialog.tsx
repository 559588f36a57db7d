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
 * (decisions V7).
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
          label="Date needed"
          min={firstDay()}
          hint="The date you chose is now too soon. Should be at least two weeks from now"
          required
        />
      )}
      <LimitedField
        limit={limits.ResubmitBody.note}
        {...form.text('note', 'Describe what you changed, or why you changed nothing.')}
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
    ? `The review continues with the ${denied.role}, who denied it. Earlier approvals stay valid unless you have changed the data source.`
    : 'The review starts again at its first stage. The reviewers of that stage are notified.';
}
