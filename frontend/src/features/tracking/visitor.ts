import { endQuestion } from '@/lib/clickConsent';
import { isText } from '@/lib/shape';
import { readStored, store } from '@/lib/stored';

/**
 * Whether clicks may be counted (decisions A11). The deployer has to switch it on and the visitor has to agree; the
 * cookie with the visitor's id is the agreement.
 */
const SECURE = location.protocol === 'https:';
// Browsers take a cookie with this prefix only from this very host. Scripts have to read it: it is what clicks are sent with.
const COOKIE = SECURE ? '__Host-aditus_visitor' : 'aditus_visitor';
const REFUSED = 'aditus.clicks';
/** Half a year, in seconds; then one is asked again. */
const MAX_AGE = 180 * 86_400;

/** The id of a visitor who agreed. */
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

/** Where the count is off, an id of an earlier time is of no use. */
export function forgetVisitor(): void {
  if (visitorId()) setCookie('', 0);
  endQuestion();
}
