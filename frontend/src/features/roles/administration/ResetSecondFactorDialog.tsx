import DialogContentText from '@mui/material/DialogContentText';
import type { Person } from '@/api/models';
import { fullName } from '@/api/session';
import { DialogForm } from '@/ui/DialogForm';
import { toast } from '@/lib/toast';
import { useResetSecondFactor } from './mutations';

interface Props {
  person: Person;
  onClose: () => void;
}

/** Resets the second factor of a person who lost it, and says first what happens. */
export function ResetSecondFactorDialog({ person, onClose }: Props) {
  const name = fullName(person);
  const reset = useResetSecondFactor(person.user_id);
  return (
    <DialogForm
      title={`Reset the second factor of ${name}`}
      submitLabel="Reset the second factor"
      colour="error"
      pending={reset.isPending}
      refusal={reset.error}
      onSubmit={() =>
        reset.mutate(undefined, {
          onSuccess: ({ message }) => {
            toast(message, 'success');
            onClose();
          },
        })
      }
      onClose={onClose}
      width={520}
    >
      <DialogContentText>
        Do this only after {name} has asked for it, and you have checked that it was them, for
        example by a call to a number that you know.
      </DialogContentText>
      <DialogContentText component="ul" sx={{ m: 0, pl: 2.5 }}>
        <li>The authenticator app and the recovery codes of this account stop working.</li>
        <li>{name} is signed out everywhere, and gets an email about it.</li>
        <li>
          The password stays the same. If the role needs a second factor, the next sign-in asks for
          a new one.
        </li>
      </DialogContentText>
    </DialogForm>
  );
}
