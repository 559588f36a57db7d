import DialogContentText from '@mui/material/DialogContentText';
import type { OwnIdentity } from '@/api/models';
import { DialogForm } from '@/ui/DialogForm';
import { toast } from '@/lib/toast';
import { useUnlink } from './mutations';

interface Props {
  identity: OwnIdentity;
  onClose: () => void;
}

/** Unlinks an identity from the account, and says first what happens. */
export function UnlinkDialog({ identity, onClose }: Props) {
  const { label } = identity;
  const unlink = useUnlink();
  return (
    <DialogForm
      title={`Unlink ${label}`}
      submitLabel={`Unlink ${label}`}
      colour="error"
      pending={unlink.isPending}
      refusal={unlink.error}
      onSubmit={() =>
        unlink.mutate(identity, {
          onSuccess: () => {
            toast(`${label} is unlinked.`, 'success');
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <DialogContentText sx={{ overflowWrap: 'anywhere' }}>
        You can no longer sign in with {label}. Your account stays as it is, and you can link{' '}
        {label} again. We send you an email about it.
      </DialogContentText>
    </DialogForm>
  );
}
