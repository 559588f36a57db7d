import { Suspense, useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { session, useRole } from '@/api/session';
import { openSignIn } from '@/lib/accountDialog';
import { product } from '@/lib/product';
import { visit } from '@/lib/visits';
import { NotFoundPage } from '@/shared/NotFoundPage';
import { LINK_ROLE } from '@/lib/roles';
import { lazyPartWithQueries } from './lazyPartWithQueries';
import { paths } from './paths';
import type { Screen } from './routes';
import { ScreenBoundary } from './ScreenBoundary';

/**
 * Redirects a guest to the landing page. The page loads on demand, and this component stays mounted
 * meanwhile, so it redirects again if the guest presses Back.
 */
function RedirectHome() {
  const navigate = useNavigate();
  useEffect(() => {
    const redirect = () => void navigate(paths.home, { replace: true });
    redirect();
    // After signing in again, the user returns to this address.
    if (session.wasLost()) openSignIn();
    globalThis.addEventListener('popstate', redirect);
    return () => globalThis.removeEventListener('popstate', redirect);
  }, [navigate]);
  return null;
}

const FollowLink = lazyPartWithQueries(() => import('./FollowLink'));

/**
 * Shows the content of an address. A link from an email, which names a role, is first handled by
 * `FollowLink`.
 */
export function Guarded({ children }: { children: ReactNode }) {
  const { search } = useLocation();
  if (!new URLSearchParams(search).has(LINK_ROLE)) return children;
  return (
    <Suspense fallback={null}>
      <FollowLink />
    </Suspense>
  );
}

/**
 * Shows a screen to the roles that may open it (1 §2.3). A guest is redirected to the landing page
 * from every screen that is not public; a role gets "not found" at a path of another role.
 */
export function AccessGuard({ screen, children }: { screen: Screen; children: ReactNode }) {
  const role = useRole();
  const open = screen.roles === 'public' || (role !== 'Guest' && screen.roles.includes(role));
  const { pathname } = useLocation();
  useEffect(() => {
    if (open) document.title = `${screen.title} · ${product.name}`;
  }, [open, screen.title]);
  useEffect(() => {
    if (open) visit.begin({ name: screen.visit ?? screen.title, role, page: pathname });
  }, [open, screen, role, pathname]);
  if (open) return <ScreenBoundary key={screen.path}>{children}</ScreenBoundary>;
  return role === 'Guest' ? <RedirectHome /> : <NotFoundPage />;
}
