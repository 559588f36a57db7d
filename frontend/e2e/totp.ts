import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the bytes of a secret that is shown in base 32 (RFC 4648). */
function decode(secret: string): Buffer {
  const bits = [...secret.replaceAll(' ', '')]
    .map((symbol) => ALPHABET.indexOf(symbol).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
}

/** Returns the code that an authenticator app shows now, or some steps of 30 seconds later (RFC 6238). */
export function totp(secret: string, later = 0): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000 + later)));
  const hash = createHmac('sha1', decode(secret)).update(step).digest();
  const number = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
