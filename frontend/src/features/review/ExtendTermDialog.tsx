import DialogContentText from '@mui/material/DialogContentText';
import TextField from '@mui/material/TextField';
import type { DataRequest, Term } from '@/api/models';
import { DialogForm } from '@/ui/DialogForm';
import { LimitedField } from '@/ui/LimitedField';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { limits } from '@/lib/limits';
import { isLength, termText } from '@/lib/terms';
import { isBlank } from '@/lib/textInput';
import { toast } from '@/lib/toast';
import { useExtendTerm } from './mutations';

interface Props {
  request: DataRequest;
  /** The term without an extension. */
  term: Term;
  onClose: () => void;
}

/** Extends the term of a request once, with a reason for the requester (decisions N3). */
export function ExtendTermDialog({ request, term, onClose }: Props) {
  const form = useRecordForm({
    name: `extend ${request.request_id}`,
    initial: { count: '', reason: '' },
    check: ({ count, reason }) => ({
      count: isLength(count, term.count)
        ? undefined
        : `Enter 1 to ${termText(term)}: a term is extended by its own length at most.`,
      reason: isBlank(reason) ? 'Enter a reason. The requester sees it.' : undefined,
    }),
    save: useExtendTerm(request.request_id),
    inputOf: ({ count, reason }) => ({ count: Number(count), reason: reason.trim() }),
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
  });
  return (
    <DialogForm
      title="Extend the term"
      submitLabel="Extend this term"
      {...form.dialog}
      onClose={onClose}
    >
      <DialogContentText>
        {`The term of ${request.reference} is ${termText(term)}. You can extend it once. The requester is notified of the new date and the reason.`}
      </DialogContentText>
      <TextField
        {...form.text('count', `1 to ${termText(term)}.`)}
        label={term.unit === 'weeks' ? 'Weeks' : 'Months'}
        required
        autoFocus
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <LimitedField
        limit={limits.ExtensionInputBody.reason}
        {...form.text('reason', 'The requester sees it.')}
        label="Reason"
        required
      />
    </DialogForm>
  );
}
