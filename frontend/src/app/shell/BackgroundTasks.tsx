import { useEffect } from 'react';
import { session } from '@/api/session';
import { provenIdentity } from '@/features/accounts/providers/provenIdentity';
import { signUpDraft } from '@/features/accounts/signUp/draft';
import { verification } from '@/features/accounts/verification';
import ClickTracking from '@/features/tracking/ClickTracking';
import { refuseMissedDrops } from '@/lib/fileDrops';
import { deleteExpiredCopies, unsavedDrafts } from '@/lib/localCopies';
import { UNSAVED_PICKS } from '@/lib/unsavedPicks';
import { openDraft } from '@/lib/openDraft';
import { followPrinting } from '@/lib/printing';
import { watchSecondEnters } from '@/lib/secondEnter';
import { followRefusals } from '@/lib/stored';
import { toast } from '@/lib/toast';
import { variableSelection } from '@/lib/variableSelection';
import { FocusRecovery } from './FocusRecovery';
import { PrintStyles } from './PrintStyles';

/** Milliseconds between two checks for expired data on the device. */
const CHECK_INTERVAL = 60_000;

/**
 * Discards an unfinished registration or password reset, so that the next visitor of this tab does
 * not see it.
 */
function forgetVisitor() {
  signUpDraft.forget();
  verification.end('signUp');
  verification.end('reset');
}

function forgetExpired() {
  if (signUpDraft.isOld()) forgetVisitor();
  deleteExpiredCopies();
}

const loadPicks = () => import('@/features/requests/wizard/guestPicks');

/**
 * Runs after a sign-in: turns the picks of the guest into a draft. Picks that cannot be saved now
 * are kept.
 */
function handleSignIn(): void {
  const current = session.get();
  if (!current) return;
  // Closes the draft and drops the picks that another account left open.
  if (openDraft.of(current.user.user_id) === null) openDraft.leave();
  // Read now: the sign-in dialog navigates meanwhile, and resets this flag for users who may not
  // submit.
  const wantsForm = variableSelection.isSubmissionPending();
  loadPicks()
    .then(({ importPicks }) => importPicks(current, wantsForm))
    .catch(() => undefined);
}

/** Saves picks that were made before the Data Requester role was granted. */
function saveUnsavedPicks(): void {
  const current = session.get();
  if (current?.role?.role !== 'Data Requester') return;
  const { user_id } = current.user;
  if (!unsavedDrafts(user_id).includes(UNSAVED_PICKS)) return;
  loadPicks()
    .then(({ importUnsavedPicks }) => importUnsavedPicks(user_id))
    .catch(() => undefined);
}

/**
 * Deletes expired data from the device, and the data of an unfinished registration when the account
 * changes. Also handles picks after a sign-in or a change of role. Returns a function that stops
 * it.
 */
function watchAccount(): () => void {
  let owner = session.get()?.user.user_id;
  let role = session.get()?.role?.role;
  forgetExpired();
  saveUnsavedPicks();
  const timer = setInterval(forgetExpired, CHECK_INTERVAL);
  const stopFollowing = session.subscribe(() => {
    const next = session.get()?.user.user_id;
    const nextRole = session.get()?.role?.role;
    const isOther = next !== owner;
    if (isOther && owner === undefined) handleSignIn();
    else if (nextRole !== role) saveUnsavedPicks();
    // The guest who came back from a provider signs in to link the identity.
    if (isOther && owner !== undefined) provenIdentity.forget();
    owner = next;
    role = nextRole;
    if (isOther) forgetVisitor();
  });
  return () => {
    clearInterval(timer);
    stopFollowing();
  };
}

/** Shown once storage is refused. The page works without storage, but a reload would lose data. */
const STORAGE_REFUSED =
  'This browser cannot store any more data for this site. If you load the page again, you may be signed out and lose your unsaved changes.';

const warnOfRefusals = () => followRefusals(() => toast(STORAGE_REFUSED, 'warning'));

/** Runs the background tasks of the application, on every screen and for guests too. */
export default function BackgroundTasks() {
  useEffect(watchAccount, []);
  useEffect(refuseMissedDrops, []);
  useEffect(watchSecondEnters, []);
  useEffect(followPrinting, []);
  useEffect(warnOfRefusals, []);
  return (
    <>
      <FocusRecovery />
      <PrintStyles />
      <ClickTracking />
    </>
  );
}
