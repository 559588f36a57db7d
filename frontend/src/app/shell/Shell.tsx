import Box from '@mui/material/Box';
import { Suspense, useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { useSession } from '@/api/session';
import { useAccountDialog } from '@/lib/accountDialog';
import { useFeedbackDialog } from '@/lib/feedbackDialog';
import { lazyPart } from '@/lib/lazyPart';
import { lazyPartWithQueries } from '../lazyPartWithQueries';
import { paths } from '../paths';
import { Boundary } from '../Boundary';
import { PartBoundary } from '../ScreenBoundary';
import { ConnectionBanner } from './ConnectionBanner';
import { Footer } from './Footer';
import { Header } from './Header';
import { LoadingBar } from './LoadingBar';
import { sideFrame } from './sideFrame';
import { SkipLink } from './SkipLink';

const AccountDialogs = lazyPartWithQueries(() => import('./AccountDialogs'));
const FeedbackDialogs = lazyPartWithQueries(() => import('@/features/feedback/FeedbackDialogs'));
const Banners = lazyPartWithQueries(() => import('./Banners'));
const SessionKeeper = lazyPartWithQueries(() => import('./SessionKeeper'));
const BackgroundTasks = lazyPart(() => import('./BackgroundTasks'));
const SideMenu = lazyPart(() => import('./SideMenu'));

/**
 * After a page change, moves the focus to the content and scrolls to the top, like a full page
 * load. A change of the query does neither. After Back, the browser restores the scroll position.
 */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  const kind = useNavigationType();
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    const { current } = main;
    const { activeElement } = document;
    // Keeps the focus if the new screen has focused a field. A dialog keeps it too: a link from an
    // email opens the sign-in dialog before the screen below it is loaded.
    const keepsFocus =
      current?.contains(activeElement) === true || activeElement?.closest('[role="dialog"]');
    if (!keepsFocus) current?.focus({ preventScroll: true });
    if (kind !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [pathname, kind]);
  return main;
}

/**
 * The frame of every screen: header, menu of the role, footer, and the parts that may open over any
 * screen.
 */
export function Shell() {
  const main = useFocusOnNavigation();
  const session = useSession();
  const { pathname } = useLocation();
  const accountDialog = useAccountDialog();
  const feedbackDialog = useFeedbackDialog();
  const asksForAccount =
    accountDialog !== null || (!session && (pathname === paths.login || pathname === paths.signUp));
  return (
    <>
      <SkipLink />
      <LoadingBar />
      <ConnectionBanner />
      <Header />
      <Box
        sx={{
          flex: 1,
          display: 'flex',
          minWidth: 0,
          // While a screen loads, the footer is below the window, so that it does not jump.
          '&:has([role=status][aria-busy=true])': { minHeight: 'calc(100dvh - 64px)' },
        }}
      >
        <PartBoundary
          wait={session && <Box sx={{ ...sideFrame, display: { xs: 'none', md: 'block' } }} />}
        >
          {session && <SideMenu />}
        </PartBoundary>
        <Box
          component="main"
          id="content"
          tabIndex={-1}
          ref={main}
          sx={{ flex: 1, minWidth: 0, px: { xs: 2, sm: 3, lg: 4 }, py: { xs: 2.5, md: 4 } }}
        >
          <Box sx={{ maxWidth: 1440, mx: 'auto' }}>
            <Boundary failed={() => null}>
              <Suspense>{session && <Banners />}</Suspense>
            </Boundary>
            <Outlet />
          </Box>
        </Box>
      </Box>
      <Footer />
      <Boundary failed={() => null}>
        <Suspense>
          <BackgroundTasks />
        </Suspense>
        <Suspense>{session && <SessionKeeper />}</Suspense>
      </Boundary>
      <PartBoundary floating>
        {asksForAccount && <AccountDialogs />}
        {session && feedbackDialog && <FeedbackDialogs />}
      </PartBoundary>
    </>
  );
}
