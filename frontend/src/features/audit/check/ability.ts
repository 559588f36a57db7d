import { fromBase64 } from './bytes';

/**
 * The ability of this browser to check evidence. It needs SHA-256 and Ed25519 of WebCrypto, which
 * pages only have over an encrypted connection.
 */
export type Ability = 'able' | 'insecure' | 'no Ed25519';

/** A public key that tests if the browser supports Ed25519 (RFC 8032 section 7.1). */
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
