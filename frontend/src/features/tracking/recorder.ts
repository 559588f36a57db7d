import { serverNow } from '@/lib/serverTime';
import { api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { Click } from '@/api/models';
import { visit, type Visit } from '@/lib/visits';

/** The most records that the server takes at once; what comes beyond it is not worth a call of its own. */
const MOST = 200;
const LONGEST = 80;

const CONTROLS =
  'a, button, summary, [role="tab"], [role^="menuitem"], [role="option"], [role="row"]';

/** What holds names of people and what they wrote; the entries of a menu are the product's own. */
const ABOUT_SOMEBODY = 'li:not([role^="menuitem"]), tr, [role="row"], [role="option"]';

/**
 * A link by where it leads, any other control by the words that are seen on it, or its name where there are none; within
 * rows and entries of lists only by what it is. Digits and addresses are about somebody and go.
 */
function objectOf(control: Element): string {
  if (control instanceof HTMLAnchorElement && control.href) {
    return pageOf(new URL(control.href).pathname);
  }
  if (control.closest(ABOUT_SOMEBODY)) {
    return control.getAttribute('role') ?? control.tagName.toLowerCase();
  }
  const words = control.textContent?.trim() || control.getAttribute('aria-label') || '';
  return words
    .replace(/\S+@\S+/g, '@')
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
}

/** A path without the ids in it, and never the query. */
const pageOf = (path: string): string => path.replace(/\d+/g, '#');

/**
 * Notes in memory which screens are opened and what is clicked, each under the name of the role in use, and sends them when the page is hidden (1 §9); the answer ends it and forgets what was not
 * sent.
 */
export function recordClicks(visitor: string): () => void {
  let records: Click[] = [];
  let opened: Visit | null = null;

  const note = (action: 'navigation' | 'click', page: string, object: string) => {
    if (records.length >= MOST) return;
    records.push({
      cookie_id: visitor,
      done_at: new Date(serverNow()).toISOString(),
      action,
      page: pageOf(page),
      object: `${visit.get()?.role ?? 'Guest'}: ${object}`,
    });
  };
  const onClick = ({ target }: MouseEvent) => {
    const control = target instanceof Element ? target.closest(CONTROLS) : null;
    if (control) note('click', location.pathname, objectOf(control));
  };
  const onVisit = () => {
    const now = visit.get();
    if (!now) return;
    const isAnother =
      now.page !== opened?.page || now.name !== opened.name || now.role !== opened.role;
    opened = now;
    if (isAnother) note('navigation', now.page, now.name);
  };

  const send = async () => {
    if (document.visibilityState !== 'hidden' || records.length === 0) return;
    const batch = records;
    records = [];
    try {
      // A page that is hidden may be closed at once; the call outlives it.
      await api.POST('/api/v1/users/track', { body: batch, keepalive: true });
    } catch (error) {
      // A lost connection is tried again when the page is hidden the next time; a refusal is final.
      if (!(error instanceof ApiError)) records = [...batch, ...records].slice(0, MOST);
    }
  };
  const onHidden = () => void send();

  onVisit();
  const leave = visit.subscribe(onVisit);
  document.addEventListener('click', onClick, { capture: true });
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    leave();
    document.removeEventListener('click', onClick, { capture: true });
    document.removeEventListener('visibilitychange', onHidden);
    records = [];
  };
}
