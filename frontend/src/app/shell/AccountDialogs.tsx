import { useLocation, useNavigate } from 'react-router';
import { roleOf, session } from '@/api/session';
import { SignInDialog } from '@/features/accounts/SignInDialog';
import { closeAccountDialog, useAccountDialog } from '@/lib/accountDialog';
import { hasUnsavedForm } from '@/lib/keptOnDevice';
import { linkWish } from '@/lib/linkWish';
import { lazyPart } from '@/lib/lazyPart';
import { toast } from '@/lib/toast';
import { variableSelection } from '@/lib/variableSelection';
import { homeOf, paths } from '../paths';

const SignUpDialog = lazyPart(() => import('@/features/accounts/signUp/SignUpDialog'));

const KEPT_FORM =
  'What you were typing when your session ended is kept. Open the same form to go on.';

/** Where somebody goes who just signed in: to what a link of a mail was about, else onwards; who cannot submit is told so once (1 §2.4 and the guest flow of 2 §4). */
export function destinationAfterSignIn(): string {
  const current = session.get();
  const role = roleOf(current);
  const wish =
    current && linkWish.take({ userId: current.user.user_id, role: current.role?.role ?? null });
  if (wish) return wish;
  if (variableSelection.isSubmissionPending()) {
    if (role === 'Data Requester') return paths.requesterSubmitRequest;
    variableSelection.markSubmissionPending(false);
    return paths.requestRole;
  }
  return current?.role ? homeOf(role) : paths.requestRole;
}

/** The account dialogs, over whatever screen is open; /login opens sign-in over the landing page. */
export default function AccountDialogs() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leaveLogin = () => {
    if (pathname === paths.login) void navigate(paths.home, { replace: true });
  };
  const close = () => {
    linkWish.giveUp();
    closeAccountDialog();
    leaveLogin();
  };
  if (useAccountDialog() === 'signUp') return <SignUpDialog onClose={close} />;
  return (
    <SignInDialog
      onClose={close}
      onSignedIn={() => {
        closeAccountDialog();
        const userId = session.get()?.user.user_id;
        if (userId !== undefined && hasUnsavedForm(userId)) toast(KEPT_FORM);
        void navigate(destinationAfterSignIn(), { replace: pathname === paths.login });
      }}
    />
  );
}
