import { AccountDialog } from '../AccountDialog';
import { SignUpFields } from './SignUpFields';

/** Sign up (1 §5.2): everything about the person; the code from the e-mail follows on a page of its own. */
export default function SignUpDialog({ onClose }: { onClose: () => void }) {
  return (
    <AccountDialog title="Sign Up" width="sm" onClose={onClose}>
      <SignUpFields />
    </AccountDialog>
  );
}
