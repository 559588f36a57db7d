import { fromBase64 } from './bytes';

/** Whether this browser can check: that takes SHA-256 and Ed25519 of WebCrypto, which pages have that came over an encrypted line. */
export type Ability = 'able' | 'insecure' | 'no Ed25519';

/** A public key, to see whether the browser takes one (RFC 8032 section 7.1). */
const KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';

export async function abilityOf(subtle: SubtleCrypto | undefined): Promise<Ability> {
  if (!subtle) return 'insecure';
  try {
    await subtle.importKey('raw', fromBase64(KEY)!, 'Ed25519', false, ['verify']);
    return 'able';
  } catch {
    return 'no Ed25519';
  }
}
