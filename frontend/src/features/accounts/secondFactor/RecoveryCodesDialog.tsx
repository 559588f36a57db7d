import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useSession } from '@/api/session';
import { DialogFrame } from '@/ui/DialogFrame';
import { RecoveryCodes } from './RecoveryCodes';

interface Props {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows new recovery codes. Only its button closes it, because they are shown once. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const titleId = useId();
  const user = useSession()?.user;
  return (
    <DialogFrame
      onClose={onClose}
      pending
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: 450, maxWidth: 'calc(100% - 32px)', mx: 2 } } }}
    >
      <DialogTitle id={titleId}>Your recovery codes</DialogTitle>
      <DialogContent>
        <RecoveryCodes
          codes={codes}
          account={user?.org_email ?? user?.phone ?? ''}
          doneLabel="Close"
          onDone={onClose}
        />
      </DialogContent>
    </DialogFrame>
  );
}
