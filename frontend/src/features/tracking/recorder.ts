import { serverNow } from '@/lib/serverTime';
import { api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { Click } from '@/api/models';
import { visit, type Visit } from '@/lib/visits';

/**
 * The most records that the server takes at once. Further ones are dropped, because they are not
 * worth a second call.
 */
const MAX_CLICKS = 200;
const MAX_TEXT_LENGTH = 80;

const CONTROLS =
  'a, button, summary, [role="tab"], [role^="menuitem"], [role="option"], [role="row"]';

/**
 * Elements with names and texts of people. Menu entries are excluded, because their texts are the
 * product's.
 */
const ABOUT_PEOPLE = 'li:not([role^="menuitem"]), tr, [role="row"], [role="option"]';

/**
 * Names a control: a link by its target, any other by its visible text or accessible name. Inside
 * rows and list items, only the kind of control is returned. Digits and email addresses are
 * replaced, because they may identify people.
 */
function objectOf(control: Element): string {
  if (control instanceof HTMLAnchorElement && control.href) {
    return pageOf(new URL(control.href).pathname);
  }
  if (control.closest(ABOUT_PEOPLE)) {
    return control.getAttribute('role') ?? control.tagName.toLowerCase();
  }
  const words = control.textContent?.trim() || control.getAttribute('aria-label') || '';
  return words
    .replace(/\S+@\S+/g, '@')
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH);
}

/** Replaces the ids in a path. The query is never recorded. */
const pageOf = (path: string): string => path.replace(/\d+/g, '#');

/**
 * Records opened screens and clicks in memory, under the name of the current role, and sends them
 * when the page is hidden (1 §9). The returned function stops it and discards records that were not
 * sent.
 */
export function recordClicks(visitor: string): () => void {
  let records: Click[] = [];
  let opened: Visit | null = null;

  const note = (action: 'navigation' | 'click', page: string, object: string) => {
    if (records.length >= MAX_CLICKS) return;
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
      // A hidden page may be closed at once; `keepalive` lets the call complete.
      await api.POST('/api/v1/users/track', { body: batch, keepalive: true });
    } catch (error) {
      // After a lost connection the batch is sent when the page is hidden again. A refusal is
      // final.
      if (!(error instanceof ApiError)) records = [...batch, ...records].slice(0, MAX_CLICKS);
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
