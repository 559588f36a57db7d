import { Suspense, useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { session, useRole } from '@/api/session';
import { openSignIn } from '@/lib/accountDialog';
import { product } from '@/lib/product';
import { visit } from '@/lib/visits';
import { NotFoundPage } from '@/components/NotFoundPage';
import { LINK_ROLE } from '@/lib/roles';
import { lazyPartWithQueries } from './lazyPartWithQueries';
import { paths } from './paths';
import type { Screen } from './routes';
import { ScreenBoundary } from './ScreenBoundary';

/**
 * Leads a guest Home. Until the landing page is loaded this stays as it is, whatever becomes of the address: who goes
 * Back meanwhile is led Home once more.
 */
function LeadHome() {
  const navigate = useNavigate();
  useEffect(() => {
    const lead = () => void navigate(paths.home, { replace: true });
    lead();
    // Signing in again leads back here.
    if (session.wasLost()) openSignIn();
    globalThis.addEventListener('popstate', lead);
    return () => globalThis.removeEventListener('popstate', lead);
  }, [navigate]);
  return null;
}

const FollowLink = lazyPartWithQueries(() => import('./FollowLink'));

/** What an address leads to; one of a mail, which names a role, is followed first. */
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
 * Shows a screen to those whose route set holds it (1 §2.3): a guest is led Home from everything that is not
 * public, and a role finds nothing at a path of another role.
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
  return role === 'Guest' ? <LeadHome /> : <NotFoundPage />;
}
