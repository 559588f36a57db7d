import { useEffect } from 'react';
import { session } from '@/api/session';
import { signUpDraft } from '@/features/accounts/signUp/draft';
import { verification } from '@/features/accounts/verification';
import ClickTracking from '@/features/tracking/ClickTracking';
import { refuseMissedDrops } from '@/lib/fileDrops';
import { forgetOld, unsavedDrafts } from '@/lib/keptOnDevice';
import { KEPT_PICKS } from '@/lib/keptPicks';
import { openDraft } from '@/lib/openDraft';
import { followPrinting } from '@/lib/printing';
import { watchSecondEnters } from '@/lib/secondEnter';
import { followRefusals } from '@/lib/stored';
import { toast } from '@/lib/toast';
import { variableSelection } from '@/lib/variableSelection';
import { KeptFocus } from './KeptFocus';
import { PrintStyles } from './PrintStyles';

/** Milliseconds between two looks at what is too old. */
const LOOKED_EVERY = 60_000;

/** An unfinished registration or reset is not for the next visitor of this tab. */
function forgetVisitor() {
  signUpDraft.forget();
  verification.end('signUp');
  verification.end('reset');
}

function forgetLate() {
  if (signUpDraft.isOld()) forgetVisitor();
  forgetOld();
}

const loadPicks = () => import('@/features/requests/wizard/guestPicks');

/** Somebody signed in: what they picked as a guest goes on. What cannot be saved now stays where it is. */
function greet(): void {
  const current = session.get();
  if (!current) return;
  // Nobody goes on with a draft that somebody else left open, nor with its picks.
  if (openDraft.of(current.user.user_id) === null) openDraft.leave();
  // Whoever asked for the form is led on meanwhile, and the wish is then taken back from those who may not have it.
  const wantsForm = variableSelection.isSubmissionPending();
  loadPicks()
    .then(({ takeUpPicks }) => takeUpPicks(current, wantsForm))
    .catch(() => undefined);
}

/** What was picked before a role was granted is saved with it. */
function lookForPicks(): void {
  const current = session.get();
  if (current?.role?.role !== 'Data Requester') return;
  const { user_id } = current.user;
  if (!unsavedDrafts(user_id).includes(KEPT_PICKS)) return;
  loadPicks()
    .then(({ takeUpKeptPicks }) => takeUpKeptPicks(user_id))
    .catch(() => undefined);
}

/** Keeps nothing on this device for longer than it may lie there, and for nobody else than who left it. */
function keepWatch(): () => void {
  let owner = session.get()?.user.user_id;
  let role = session.get()?.role?.role;
  forgetLate();
  lookForPicks();
  const timer = setInterval(forgetLate, LOOKED_EVERY);
  const stopFollowing = session.subscribe(() => {
    const next = session.get()?.user.user_id;
    const nextRole = session.get()?.role?.role;
    const isOther = next !== owner;
    if (isOther && owner === undefined) greet();
    else if (nextRole !== role) lookForPicks();
    owner = next;
    role = nextRole;
    if (isOther) forgetVisitor();
  });
  return () => {
    clearInterval(timer);
    stopFollowing();
  };
}

/** The page goes on without storage; only a reload would lose something. */
const NOT_KEPT =
  'This browser keeps nothing more for this site. If you load the page again, you may be signed out, and what you picked or typed and did not save is lost.';

const warnOfRefusals = () => followRefusals(() => toast(NOT_KEPT, 'warning'));

/** What goes on behind every screen, for everybody. */
export default function Upkeep() {
  useEffect(keepWatch, []);
  useEffect(refuseMissedDrops, []);
  useEffect(watchSecondEnters, []);
  useEffect(followPrinting, []);
  useEffect(warnOfRefusals, []);
  return (
    <>
      <KeptFocus />
      <PrintStyles />
      <ClickTracking />
    </>
  );
}
