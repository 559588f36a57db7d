import type { NotLinked } from '@/api/models';
import { openSignIn, openSignUp } from '@/lib/accountDialog';
import { sessionStore, useStoreValue } from '@/lib/externalStore';
import { serverNow } from '@/lib/serverTime';
import { isBoolean, isNullOr, isOneOf, isShape, isText } from '@/lib/shape';
import { signUpDraft } from '../signUp/draft';

/** An identity that a provider has confirmed, and that belongs to no account yet. */
export interface ProvenIdentity {
  token: string;
  provider: string;
  label: string;
  fname: string;
  sname: string;
  email: string;
  expiresOn: string;
  /** The account that it is for: the one of the next sign-in, a new one, or not decided yet. */
  aim: 'choose' | 'link' | 'register';
  /** True if the user links it on the profile. */
  fromProfile: boolean;
}

const identity = sessionStore<ProvenIdentity | null>(
  'aditus.identity',
  null,
  isNullOr(
    isShape<ProvenIdentity>({
      token: isText,
      provider: isText,
      label: isText,
      fname: isText,
      sname: isText,
      email: isText,
      expiresOn: isText,
      aim: isOneOf('choose', 'link', 'register'),
      fromProfile: isBoolean,
    }),
  ),
);

function live(): ProvenIdentity | null {
  const current = identity.get();
  return current && Date.parse(current.expiresOn) > serverNow() ? current : null;
}

function forAim(aim: ProvenIdentity['aim']): ProvenIdentity | null {
  const current = live();
  return current?.aim === aim ? current : null;
}

/**
 * The identity with which this tab came back from a provider. It survives a reload until it
 * expires, it is linked, or another account uses the tab.
 */
export const provenIdentity = {
  get: live,
  begin: (found: NotLinked, aim: 'choose' | 'link', fromProfile: boolean): void =>
    identity.set({
      token: found.identity_token,
      provider: found.provider,
      label: found.label,
      fname: found.fname,
      sname: found.sname,
      email: found.email,
      expiresOn: found.expires_on,
      aim,
      fromProfile,
    }),
  forget: (): void => identity.set(null),
  /** Asks again to which account the identity belongs, after the dialog was closed. */
  reconsider: (): void => {
    const current = live();
    if (current) identity.set({ ...current, aim: 'choose' });
  },
  /** Returns the identity if the next sign-in links it. */
  toLink: () => forAim('link'),
  /** Returns the identity if the next registration links it. */
  toRegister: () => forAim('register'),
  /** Opens the sign-in dialog. The identity is linked to the account that signs in. */
  signInToLink: (): void => {
    const current = live();
    if (current) identity.set({ ...current, aim: 'link' });
    openSignIn();
  },
  /**
   * Opens the sign-up form, filled in with what the provider states unless it was filled in before.
   */
  register: (): void => {
    const current = live();
    if (current) {
      identity.set({ ...current, aim: 'register' });
      const draft = signUpDraft.get();
      signUpDraft.keep({
        ...draft,
        fname: draft.fname || current.fname,
        sname: draft.sname || current.sname,
        org_email: draft.org_email || current.email,
      });
    }
    openSignUp();
  },
};

/** Returns the identity that waits to be linked, unless it has expired. */
export const useProvenIdentity = (): ProvenIdentity | null =>
  useStoreValue(identity.subscribe, live);
