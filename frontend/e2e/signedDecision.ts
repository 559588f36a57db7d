import { createHash, createPublicKey } from 'node:crypto';
import { expect } from '@playwright/test';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { isoBase64URL } from '@simplewebauthn/server/helpers';

/** The entry of a decision that a passkey confirmed. Bytes are base64url without padding. */
interface DecisionEntry {
  kind: string;
  by: { user: number };
  act: {
    request: number;
    state: number;
    round: number;
    outcome: string;
    content: string;
    passkey: number;
    public_key: string;
    algorithm: number;
    nonce: string;
    authenticator_data: string;
    client_data: string;
    signature: string;
  };
}

interface EnrolmentEntry {
  kind: string;
  act: { user: number; passkey: number; public_key: string; algorithm: number };
}

interface EvidenceFile {
  entry: string;
  enrolment: { entry: string; proof: string };
}

/** Returns the challenge of a decision, as docs/PROOF.md defines it. */
function challengeOf({ by, act }: DecisionEntry): string {
  const text = [
    'aditus decision 1',
    `user ${by.user}`,
    `request ${act.request}`,
    `state ${act.state}`,
    `round ${act.round}`,
    `outcome ${act.outcome}`,
    `content ${act.content}`,
    `nonce ${Buffer.from(act.nonce, 'base64url').toString('hex')}`,
    '',
  ].join('\n');
  return createHash('sha256').update(text).digest('base64url');
}

/** Returns a key on the curve P-256 in the form of COSE (RFC 9053, section 7.1.1). */
function coseKey(publicKey: string): Uint8Array<ArrayBuffer> {
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64url'),
    format: 'der',
    type: 'spki',
  });
  const { crv, x, y } = key.export({ format: 'jwk' });
  expect(crv).toBe('P-256');
  const coordinate = (text: unknown) => [0x58, 32, ...Buffer.from(text as string, 'base64url')];
  // A map of five: EC2 keys (1: 2), ES256 (3: -7), P-256 (-1: 1), and the coordinates (-2, -3).
  const head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01];
  return Uint8Array.from([...head, 0x21, ...coordinate(x), 0x22, ...coordinate(y)]);
}

interface Expected {
  /** The origin of the website. */
  origin: string;
  outcome: 'Approved' | 'Denied';
  request: number;
  user: number;
}

/**
 * Verifies the signature of an evidence file with a library that the product does not use. Its
 * challenge is computed from the entry alone.
 */
export async function verifySignedDecision(
  file: string,
  { origin, outcome, request, user }: Expected,
): Promise<void> {
  const evidence = JSON.parse(file) as EvidenceFile;
  const decision = JSON.parse(evidence.entry) as DecisionEntry;
  expect(decision).toMatchObject({
    kind: 'request.decided',
    by: { user },
    act: { request, outcome, algorithm: -7 },
  });
  const enrolment = JSON.parse(evidence.enrolment.entry) as EnrolmentEntry;
  const { passkey, public_key, algorithm } = decision.act;
  expect(enrolment).toMatchObject({
    kind: 'account.passkey_added',
    act: { user, passkey, public_key, algorithm },
  });

  const verify = (entry: DecisionEntry) => {
    // An entry names its passkey by number, so the id of the credential is of no matter.
    const id = isoBase64URL.fromUTF8String(`passkey ${passkey}`);
    return verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          authenticatorData: entry.act.authenticator_data,
          clientDataJSON: entry.act.client_data,
          signature: entry.act.signature,
        },
      },
      expectedChallenge: challengeOf(entry),
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: { id, publicKey: coseKey(enrolment.act.public_key), counter: 0 },
      requireUserVerification: true,
    });
  };
  const { verified, authenticationInfo } = await verify(decision);
  expect(verified).toBe(true);
  expect(authenticationInfo.userVerified).toBe(true);

  // The signature is of this outcome and of this content alone.
  const opposite = outcome === 'Approved' ? 'Denied' : 'Approved';
  for (const change of [{ outcome: opposite }, { content: '0'.repeat(64) }, { round: 9 }]) {
    const altered = { ...decision, act: { ...decision.act, ...change } };
    await expect(verify(altered)).rejects.toThrow('Unexpected authentication response challenge');
  }
}
