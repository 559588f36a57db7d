import { lostCall, PasskeyError } from '@/api/errors';
import { loadChunk } from './loadChunk';

/** Options or a credential in the JSON form of Web Authentication level 3, section 5. */
export type PasskeyJson = Record<string, unknown>;

/** The user closed the dialog of the browser, or another request replaced this one. */
export class PasskeyCancelled extends PasskeyError {
  constructor() {
    super('No passkey was used.');
  }
}

const TOOK_TOO_LONG = 'That took too long. Try again with your passkey.';
const KNOWN_DEVICE = 'Your account already has a passkey of this device or key.';
const UNSUITABLE =
  'This device or key can’t ask for a PIN, a finger or a face. Use another one as your passkey.';
const WRONG_ADDRESS = 'Passkeys can’t be used at this address.';
const FAILED = 'Your browser couldn’t use a passkey. Try again, or choose another way.';

/** Milliseconds after which browsers stop waiting, if the options do not say it. */
const USUAL_TIMEOUT = 300_000;
/** Milliseconds by which a browser may stop waiting early. */
const EARLY = 1000;

/** Matches a host that is an IP address. Passkeys belong to names. */
const IP_ADDRESS = /^(\[.*\]|[\d.]+)$/;

/** True if this browser has passkeys, and can use them at this address. */
export const hasPasskeys = (): boolean =>
  typeof window !== 'undefined' &&
  typeof window.PublicKeyCredential === 'function' &&
  !IP_ADDRESS.test(window.location.hostname);

/** True if this browser offers passkeys in the list of a field, with its usernames. */
export const hasPasskeysInFields = async (): Promise<boolean> => {
  if (!hasPasskeys()) return false;
  const { isConditionalMediationAvailable } = window.PublicKeyCredential as unknown as {
    isConditionalMediationAvailable?: () => Promise<boolean>;
  };
  return (
    (await isConditionalMediationAvailable?.call(window.PublicKeyCredential).catch(() => false)) ===
    true
  );
};

/** Loads the library on demand, because few screens use it. */
const library = () =>
  loadChunk(() => import('@simplewebauthn/browser')).catch((error: unknown) => {
    throw lostCall(error);
  });

/** Returns the name of an error of the browser. The library wraps some of them. */
function nameOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return error.cause instanceof Error ? error.cause.name : error.name;
}

/**
 * Returns the error to show. Browsers report a closed dialog and one that timed out in the same
 * way, so the time tells them apart.
 */
function errorOf(error: unknown, waited: number, { timeout }: PasskeyJson): PasskeyError {
  const allowed = typeof timeout === 'number' ? timeout : USUAL_TIMEOUT;
  switch (nameOf(error)) {
    case 'AbortError':
      return new PasskeyCancelled();
    case 'NotAllowedError':
      return waited < allowed - EARLY ? new PasskeyCancelled() : new PasskeyError(TOOK_TOO_LONG);
    case 'InvalidStateError':
      return new PasskeyError(KNOWN_DEVICE);
    case 'ConstraintError':
    case 'NotSupportedError':
      return new PasskeyError(UNSUITABLE);
    case 'SecurityError':
      return new PasskeyError(WRONG_ADDRESS);
    default:
      return new PasskeyError(FAILED);
  }
}

/** Counts the requests to the browser. A new one replaces the one that waits. */
let requests = 0;

async function request(options: PasskeyJson, start: () => Promise<unknown>): Promise<PasskeyJson> {
  requests += 1;
  const begun = performance.now();
  try {
    return (await start()) as PasskeyJson;
  } catch (error) {
    throw errorOf(error, performance.now() - begun, options);
  }
}

/**
 * Makes a passkey with the options of the server. The browser asks the user. Throws
 * `PasskeyCancelled` if the user declines.
 */
export async function makePasskey(options: PasskeyJson): Promise<PasskeyJson> {
  const { startRegistration } = await library();
  return request(options, () => startRegistration({ optionsJSON: options as never }));
}

/**
 * Asks for a passkey with the options of the server. The browser asks the user. Throws
 * `PasskeyCancelled` if the user declines.
 */
export async function askPasskey(options: PasskeyJson): Promise<PasskeyJson> {
  const { startAuthentication } = await library();
  return request(options, () => startAuthentication({ optionsJSON: options as never }));
}

/**
 * Offers passkeys in the list of the field with `autocomplete="username webauthn"`, and waits until
 * the user chooses one there. Throws `PasskeyCancelled` once `signal` aborts, or when another
 * request replaces this one.
 */
export async function askPasskeyInField(
  options: PasskeyJson,
  signal: AbortSignal,
): Promise<PasskeyJson> {
  const { startAuthentication, WebAuthnAbortService } = await library();
  if (signal.aborted) throw new PasskeyCancelled();
  const asked = request(options, () =>
    startAuthentication({ optionsJSON: options as never, useBrowserAutofill: true }),
  );
  const own = requests;
  const cancel = () => {
    if (own === requests) WebAuthnAbortService.cancelCeremony();
  };
  signal.addEventListener('abort', cancel);
  try {
    return await asked;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
