import { CODE_LIFETIME } from '@/lib/codeLifetime';
import { externalStore, sessionStore, useStoreValue } from '@/lib/externalStore';
import { isNullOr, isNumber, isOptional, isShape, isText } from '@/lib/shape';

/** The purpose of a code. */
export type Flow = 'signUp' | 'reset' | 'phone' | 'email';

export interface Awaited {
  /** The address or number that the code verifies. */
  subject: string;
  /** The time at which the server sent the code; null if none is valid. */
  sentAt: string | null;
  /** The time from which the server sends another code; at once if missing. */
  resendAt?: string | null;
  /** The message for a code that ended before it expired. */
  ended?: string;
  /** The server's message about the recipient of the code. */
  note?: string;
  /** The signed-in user of the change, so that another user of this tab cannot continue it. */
  userId?: number;
}

/** The registration form in the form that `users/verify/` expects. */
export interface Registration {
  fname: string;
  middle_name: string;
  sname: string;
  phone: string;
  org_email: string;
  org?: number;
  tentative_organization?: string;
  designation: string;
  department: string;
  password: string;
}

interface Secrets {
  signUp?: Registration;
  reset?: { password: string };
}

const nothing: Partial<Record<Flow, Awaited>> = {};
/** Awaited codes survive a reload. Passwords are kept in memory only. */
const isAwaited = isOptional(
  isShape<Awaited>({
    subject: isText,
    sentAt: isNullOr(isText),
    note: isOptional(isText),
    userId: isOptional(isNumber),
  }),
);
const awaited = sessionStore<Partial<Record<Flow, Awaited>>>(
  'aditus.verification',
  nothing,
  isShape({ signUp: isAwaited, reset: isAwaited, phone: isAwaited, email: isAwaited }),
);
const secrets = externalStore<Secrets>({});

export const verification = {
  of: (flow: Flow): Awaited | undefined => awaited.get()[flow],
  /** A registration and a reset end each other, because /otp-page verifies both. */
  begin: (flow: Flow, next: Awaited): void => {
    if (flow === 'signUp') verification.end('reset');
    if (flow === 'reset') verification.end('signUp');
    awaited.set({ ...awaited.get(), [flow]: next });
  },
  /** Updates the times of a code: it was sent again, it ended, or another one has to wait. */
  renew: (flow: Flow, changes: Pick<Partial<Awaited>, 'sentAt' | 'resendAt' | 'ended'>): void => {
    const current = awaited.get()[flow];
    if (current) awaited.set({ ...awaited.get(), [flow]: { ...current, ...changes } });
  },
  keepSecret: (added: Secrets): void => secrets.set({ ...secrets.get(), ...added }),
  end: (flow: Flow): void => {
    const others = { ...awaited.get() };
    delete others[flow];
    awaited.set(Object.keys(others).length === 0 ? nothing : others);
    if (flow === 'signUp' || flow === 'reset') {
      secrets.set({ ...secrets.get(), [flow]: undefined });
    }
  },
  /** Deletes the secrets, as a reload does. */
  forgetSecrets: (): void => secrets.set({}),
};

export function useAwaited(flow: Flow): Awaited | undefined {
  return useStoreValue(awaited.subscribe, () => awaited.get()[flow]);
}

export function useSecrets(): Secrets {
  return useStoreValue(secrets.subscribe, secrets.get);
}

const timeOf = (text: string | null | undefined): number | null => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : time;
};

/** Returns the time at which a code expires, in milliseconds since 1970 by the server's clock. */
export function expiryOf(current: Awaited | undefined): number | null {
  const sentAt = timeOf(current?.sentAt);
  return sentAt === null ? null : sentAt + CODE_LIFETIME;
}

/** Returns the time from which another code can be requested, by the same clock. */
export const resendOf = (current: Awaited | undefined): number | null => timeOf(current?.resendAt);

export const timesOf = (sent: { data?: string | null; resend_at?: string | null }) => ({
  sentAt: sent.data ?? null,
  resendAt: sent.resend_at ?? null,
});
