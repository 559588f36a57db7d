import { AccountDialog } from '../AccountDialog';
import { SignUpFields } from './SignUpFields';

/** The sign-up form (1 §5.2). The code from the email is entered on another page. */
export default function SignUpDialog({ onClose }: { onClose: () => void }) {
  return (
    <AccountDialog title="Sign Up" width="sm" onClose={onClose}>
      <SignUpFields />
    </AccountDialog>
  );
}
