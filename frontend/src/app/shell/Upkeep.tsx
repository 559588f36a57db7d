import { useEffect } from 'react';
import { session } from '@/api/session';
import { signUpDraft } from '@/features/accounts/signUp/draft';
import { verification } from '@/features/accounts/verification';
import ClickTracking from '@/features/tracking/ClickTracking';
import { forgetOld, forgetOldFiles } from '@/lib/keptOnDevice';

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

/** Keeps nothing on this device for longer than it may lie there, and for nobody else than who left it. */
function keepWatch(): () => void {
  let owner = session.get()?.user.user_id;
  forgetOldFiles();
  forgetLate();
  const timer = setInterval(forgetLate, LOOKED_EVERY);
  const stopFollowing = session.subscribe(() => {
    const next = session.get()?.user.user_id;
    if (next === owner) return;
    owner = next;
    forgetVisitor();
  });
  return () => {
    clearInterval(timer);
    stopFollowing();
  };
}

/** What goes on behind every screen, for everybody. */
export default function Upkeep() {
  useEffect(keepWatch, []);
  return <ClickTracking />;
}
