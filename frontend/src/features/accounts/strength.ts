import { api, body } from '@/api/client';

/** A new password, and the user's other entries. A password that contains them is easy to guess. */
interface NewPassword {
  password: string;
  fname?: string;
  middle_name?: string;
  sname?: string;
  org_email?: string;
  organisation?: string;
}

/** The password is too easy to guess. The message says how to choose a better one. */
class WeakPassword extends Error {}

/**
 * Checks the password on the server, so that no code is sent for one that the server would refuse.
 */
export async function requireStrongPassword(chosen: NewPassword): Promise<void> {
  const { state, result_message: advice } = body(
    await api.POST('/api/v1/users/password-strength', { body: chosen }),
  );
  if (!state) throw new WeakPassword(advice);
}

/** Returns the server's advice if the password was refused as weak. */
export const weakPasswordAdvice = (error: unknown): string | undefined =>
  error instanceof WeakPassword ? error.message : undefined;
