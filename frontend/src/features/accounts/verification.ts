import { CODE_LIFETIME } from '@/lib/codeLifetime';
import { externalStore, sessionStore, useFollowed } from '@/lib/externalStore';
import { isNullOr, isNumber, isOptional, isShape, isText } from '@/lib/shape';

/** What a code is on its way for. */
export type Flow = 'signUp' | 'reset' | 'phone' | 'email';

export interface Awaited {
  /** The address or number that the code is about. */
  subject: string;
  /** When the server sent the code; null when none is live. */
  sentAt: string | null;
  /** From when on the server sends another one; at once where nothing is said. */
  resendAt?: string | null;
  /** What is said of a code that ended otherwise than by its time. */
  ended?: string;
  /** The server's words on where the code went. */
  note?: string;
  /** Whose change it is, where somebody is signed in: the next person of this tab does not go on with it. */
  userId?: number;
}

/** What was filled in to register, as `users/verify/` takes it. */
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
/** Which codes are awaited outlives a reload; passwords never leave the memory of the page. */
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
  /** Of a registration and a reset, both verified on /otp-page, the one begun last counts. */
  begin: (flow: Flow, next: Awaited): void => {
    if (flow === 'signUp') verification.end('reset');
    if (flow === 'reset') verification.end('signUp');
    awaited.set({ ...awaited.get(), [flow]: next });
  },
  /** A code was sent again, has ended, or another one has to wait. */
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
  /** As a reload leaves it. */
  forgetSecrets: (): void => secrets.set({}),
};

export function useAwaited(flow: Flow): Awaited | undefined {
  return useFollowed(awaited.subscribe, () => awaited.get()[flow]);
}

export function useSecrets(): Secrets {
  return useFollowed(secrets.subscribe, secrets.get);
}

const timeOf = (text: string | null | undefined): number | null => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : time;
};

/** When a code stops working, in milliseconds since 1970 by the server's clock. */
export function expiryOf(current: Awaited | undefined): number | null {
  const sentAt = timeOf(current?.sentAt);
  return sentAt === null ? null : sentAt + CODE_LIFETIME;
}

/** From when on another code may be asked for, by the same clock. */
export const resendOf = (current: Awaited | undefined): number | null => timeOf(current?.resendAt);

/** The times of a code, as a call answers them. */
export const timesOf = (sent: { data?: string | null; resend_at?: string | null }) => ({
  sentAt: sent.data ?? null,
  resendAt: sent.resend_at ?? null,
});
