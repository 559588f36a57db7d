import { CODE_LIFETIME } from '@/lib/codeLifetime';
import { externalStore, sessionStore, useStoreValue } from '@/lib/externalStore';
import { isNullOr, isNumber, isOptional, isShape, isText } from '@/lib/shape';

/** The purpose of a code. */
export type Flow = 'signUp' | 'reset' | 'phone' | 'email';

export interface PendingCode {
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
  /** The identity at a provider that is linked to the new account. */
  identity_token?: string;
}

interface Secrets {
  signUp?: Registration;
  reset?: { password: string };
}

const nothing: Partial<Record<Flow, PendingCode>> = {};
/** Pending codes survive a reload. Passwords are kept in memory only. */
const isPendingCode = isOptional(
  isShape<PendingCode>({
    subject: isText,
    sentAt: isNullOr(isText),
    note: isOptional(isText),
    userId: isOptional(isNumber),
  }),
);
const pendingCodes = sessionStore<Partial<Record<Flow, PendingCode>>>(
  'aditus.verification',
  nothing,
  isShape({
    signUp: isPendingCode,
    reset: isPendingCode,
    phone: isPendingCode,
    email: isPendingCode,
  }),
);
const secrets = externalStore<Secrets>({});

export const verification = {
  get: (flow: Flow): PendingCode | undefined => pendingCodes.get()[flow],
  /** A registration and a reset end each other, because /otp-page verifies both. */
  begin: (flow: Flow, next: PendingCode): void => {
    if (flow === 'signUp') verification.end('reset');
    if (flow === 'reset') verification.end('signUp');
    pendingCodes.set({ ...pendingCodes.get(), [flow]: next });
  },
  /** Updates the times of a code: it was sent again, it ended, or another one has to wait. */
  update: (
    flow: Flow,
    changes: Pick<Partial<PendingCode>, 'sentAt' | 'resendAt' | 'ended'>,
  ): void => {
    const current = pendingCodes.get()[flow];
    if (current) pendingCodes.set({ ...pendingCodes.get(), [flow]: { ...current, ...changes } });
  },
  keepSecret: (added: Secrets): void => secrets.set({ ...secrets.get(), ...added }),
  end: (flow: Flow): void => {
    const others = { ...pendingCodes.get() };
    delete others[flow];
    pendingCodes.set(Object.keys(others).length === 0 ? nothing : others);
    if (flow === 'signUp' || flow === 'reset') {
      secrets.set({ ...secrets.get(), [flow]: undefined });
    }
  },
  /** Deletes the secrets, as a reload does. */
  forgetSecrets: (): void => secrets.set({}),
};

export function usePendingCode(flow: Flow): PendingCode | undefined {
  return useStoreValue(pendingCodes.subscribe, () => pendingCodes.get()[flow]);
}

export function useSecrets(): Secrets {
  return useStoreValue(secrets.subscribe, secrets.get);
}

const timeOf = (text: string | null | undefined): number | null => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : time;
};

/** Returns the time at which a code expires, in milliseconds since 1970 by the server's clock. */
export function codeExpiry(current: PendingCode | undefined): number | null {
  const sentAt = timeOf(current?.sentAt);
  return sentAt === null ? null : sentAt + CODE_LIFETIME;
}

/** Returns the time from which another code can be requested, by the same clock. */
export const codeResendTime = (current: PendingCode | undefined): number | null =>
  timeOf(current?.resendAt);

export const codeTimes = (sent: { data?: string | null; resend_at?: string | null }) => ({
  sentAt: sent.data ?? null,
  resendAt: sent.resend_at ?? null,
});
