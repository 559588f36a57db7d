import { useEffect, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useRole } from '@/api/session';
import { product } from '@/lib/product';
import { NotFoundPage } from '@/components/NotFoundPage';
import { paths } from './paths';
import type { Screen } from './routes';
import { ScreenBoundary } from './ScreenBoundary';

/**
 * Shows a screen to those whose route set holds it (1 §2.3): a guest is led Home from everything that is not
 * public, and a role finds nothing at a path of another role.
 */
export function AccessGuard({ screen, children }: { screen: Screen; children: ReactNode }) {
  const role = useRole();
  const open = screen.roles === 'public' || (role !== 'Guest' && screen.roles.includes(role));
  useEffect(() => {
    if (open) document.title = `${screen.title} · ${product.name}`;
  }, [open, screen.title]);
  if (open) return <ScreenBoundary key={screen.path}>{children}</ScreenBoundary>;
  return role === 'Guest' ? <Navigate to={paths.home} replace /> : <NotFoundPage />;
}
