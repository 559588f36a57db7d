import { endQuestion } from '@/lib/clickConsent';
import { isText } from '@/lib/shape';
import { readStored, store } from '@/lib/stored';

/**
 * Counting clicks has two conditions (decisions A11): the deployer has switched it on, and the
 * visitor has consented. The cookie with the visitor's id represents the consent.
 */
const SECURE = location.protocol === 'https:';
// Browsers accept a cookie with this prefix only from this host. It is not HttpOnly, because the
// script sends the id with the clicks.
const COOKIE = SECURE ? '__Host-aditus_visitor' : 'aditus_visitor';
const REFUSED = 'aditus.clicks';
/** The lifetime of the consent: half a year, in seconds. Then the visitor is asked again. */
const MAX_AGE = 180 * 86_400;

/** Returns the visitor's id from the cookie, which exists only after consent. */
export function visitorId(): string | undefined {
  return new RegExp(`(?:^|; )${COOKIE}=([0-9a-f-]{36})`).exec(document.cookie)?.[1];
}

function setCookie(value: string, maxAge: number) {
  const secure = SECURE ? '; Secure' : '';
  document.cookie = `${COOKIE}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;
}

function rememberRefusal(refused: boolean) {
  store('localStorage', REFUSED, refused ? 'refused' : undefined);
}

export const isRefused = (): boolean => readStored('localStorage', REFUSED, isText) === 'refused';

export function agree(uuid: string): void {
  setCookie(uuid, MAX_AGE);
  rememberRefusal(false);
  endQuestion();
}

export function refuse(): void {
  setCookie('', 0);
  rememberRefusal(true);
  endQuestion();
}

/** Deletes the visitor's id, because it is not needed while counting is off. */
export function forgetVisitor(): void {
  if (visitorId()) setCookie('', 0);
  endQuestion();
}
