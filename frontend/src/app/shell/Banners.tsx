import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '@/api/session';
import { lazyPart } from '@/lib/lazyPart';
import { setup } from '@/lib/setup';
import { paths } from '../paths';
import { SecondFactorBanner } from './SecondFactorBanner';

const SetupBanner = lazyPart(() => import('./SetupBanner'));

/** The banners above the screens of a signed-in user. */
export default function Banners() {
  const role = useSession()?.role?.role;
  const { pathname } = useLocation();
  const isInSetup =
    role === 'Super User' &&
    pathname.startsWith('/superuser/') &&
    pathname !== paths.superUserHome &&
    setup.isUnderWay();
  return (
    <>
      <SecondFactorBanner />
      <Suspense>{isInSetup && <SetupBanner />}</Suspense>
    </>
  );
}
