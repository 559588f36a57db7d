import { useLocation, useNavigate } from 'react-router';
import { ProviderSignOutDialog } from '@/features/accounts/ProviderSignOutDialog';
import { provenIdentity } from '@/features/accounts/providers/provenIdentity';
import { signOutOffer } from '@/features/accounts/providers/signOutOffer';
import { SignInDialog } from '@/features/accounts/SignInDialog';
import { closeAccountDialog, useAccountDialog } from '@/lib/accountDialog';
import { useStoreValue } from '@/lib/externalStore';
import { pendingLink } from '@/lib/pendingLink';
import { lazyPart } from '@/lib/lazyPart';
import { paths } from '../paths';
import { useAfterSignIn } from './useAfterSignIn';

const SignUpDialog = lazyPart(() => import('@/features/accounts/signUp/SignUpDialog'));

/**
 * Shows the account dialogs over the current screen. /login and /sign-up open one over the landing
 * page.
 */
export default function AccountDialogs() {
  const navigate = useNavigate();
  const onSignedIn = useAfterSignIn();
  const offer = useStoreValue(signOutOffer.subscribe, signOutOffer.get);
  const { pathname } = useLocation();
  const hasAddress = pathname === paths.login || pathname === paths.signUp;
  const shown = useAccountDialog() ?? (pathname === paths.signUp ? 'signUp' : 'signIn');
  const close = () => {
    pendingLink.dropEmailLink();
    provenIdentity.reconsider();
    closeAccountDialog();
    if (hasAddress) void navigate(paths.home, { replace: true });
  };
  if (shown === 'signedOut')
    return offer && <ProviderSignOutDialog offer={offer} onClose={close} />;
  if (shown === 'signUp') return <SignUpDialog onClose={close} />;
  return <SignInDialog onClose={close} onSignedIn={onSignedIn} />;
}
