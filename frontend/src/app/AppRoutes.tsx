import { matchPath, Navigate, Route, Routes } from 'react-router';
import { roleOf, useSession } from '@/api/session';
import { AccessGuard, Guarded } from './AccessGuard';
import { lazyPart, type LazyPart } from '@/lib/lazyPart';
import { lazyPartWithQueries } from './lazyPartWithQueries';
import { NotFoundPage } from '@/shared/NotFoundPage';
import { loadPage } from './loadPage';
import { homeOf, paths } from './paths';
import { redirects, screens, type Screen } from './routes';
import { Shell } from './shell/Shell';

/**
 * Redirects `/` to the user's home: a guest to the landing page, an account without a role to the
 * page on which roles are requested.
 */
function RootRedirect() {
  const session = useSession();
  const to = session && !session.role ? paths.requestRole : homeOf(roleOf(session));
  return <Navigate to={to} replace />;
}

const pages: readonly { screen: Screen; Page: LazyPart<object> }[] = screens.map((screen) => {
  const load = () => loadPage(screen);
  return { screen, Page: screen.withoutCalls ? lazyPart(load) : lazyPartWithQueries(load) };
});

/**
 * Loads the screen of an address in advance, so that the first render of the application shows it.
 */
export async function preloadScreen(pathname: string): Promise<void> {
  await pages.find(({ screen }) => matchPath(screen.path, pathname))?.Page.preload();
}

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route
          path={paths.root}
          element={
            <Guarded>
              <RootRedirect />
            </Guarded>
          }
        />
        {redirects.map(({ from, to }) => (
          <Route key={from} path={from} element={<Navigate to={to} replace />} />
        ))}
        {pages.map(({ screen, Page }) => (
          <Route
            key={screen.path}
            path={screen.path}
            element={
              <Guarded>
                <AccessGuard screen={screen}>
                  <Page />
                </AccessGuard>
              </Guarded>
            }
          />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
