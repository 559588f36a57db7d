import { onTestFinished, vi } from 'vitest';
import type { PasskeyJson } from '@/lib/passkeys';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** The text "challenge" in base64url. */
const challenge = 'Y2hhbGxlbmdl';

/** Options of the server that ask for a passkey. */
export const requestOptions = (changes: PasskeyJson = {}) => ({
  options: {
    challenge,
    rpId: 'localhost',
    userVerification: 'required',
    timeout: 60_000,
    ...changes,
  },
  expires_on: new Date(Date.now() + 10 * 60_000).toISOString(),
});

/** Options of the server that make a passkey. */
export const creationOptions = () => ({
  options: {
    challenge,
    rp: { id: 'localhost', name: 'Halvania Health Data' },
    user: { id: 'aGFuZGxl', name: 'naledi@university.example', displayName: 'Naledi Okafor' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 60_000,
  },
  expires_on: new Date(Date.now() + 10 * 60_000).toISOString(),
});

/** The id of the credential that the fake authenticator sends. */
export const credentialId = 'a2V5';

const credential = (response: object) => ({
  id: credentialId,
  rawId: bytes('key'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes('client data'), ...response },
});

type Outcome = 'confirmed' | DOMException;

/** A refusal of the browser: `NotAllowedError` if the user closes its dialog. */
export const refusedBy = (name = 'NotAllowedError') => new DOMException('Refused', name);

/**
 * Gives the browser of a test passkeys. The user confirms each request, unless `next` has other
 * outcomes. `chosenInField` is the choice of a passkey in the list of the username field.
 */
export function fakePasskeys({ inFields = false } = {}) {
  const next: Outcome[] = [];
  const asked: ('made' | 'asked' | 'in field')[] = [];
  let chooseInField: (() => void) | undefined;
  const settle = (value: object) => {
    const outcome = next.shift() ?? 'confirmed';
    return outcome === 'confirmed' ? Promise.resolve(value) : Promise.reject(outcome);
  };
  const made = () => credential({ attestationObject: bytes('made'), getTransports: () => [] });
  const given = () =>
    credential({
      authenticatorData: bytes('data'),
      signature: bytes('signature'),
      userHandle: bytes('handle'),
    });
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable: () => Promise.resolve(inFields) }),
  );
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: () => {
        asked.push('made');
        return settle(made());
      },
      get: ({ mediation, signal }: CredentialRequestOptions) => {
        asked.push(mediation === 'conditional' ? 'in field' : 'asked');
        if (mediation !== 'conditional') return settle(given());
        return new Promise((resolve, reject) => {
          chooseInField = () => resolve(given());
          signal?.addEventListener('abort', () => reject(refusedBy('AbortError')));
        });
      },
    },
  });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'));
  return { next, asked, chooseInField: () => chooseInField?.() };
}
