import { api, body } from '@/api/client';

/** A new password, and what was typed of the person so far: a password made of it is guessed easily. */
interface Chosen {
  password: string;
  fname?: string;
  middle_name?: string;
  sname?: string;
  org_email?: string;
  organisation?: string;
}

/** The password is guessed too easily; the words say how to choose a better one. */
class WeakPassword extends Error {}

/** Asks the server, which decides, before a code is sent for a password that it would refuse. */
export async function requireStrong(chosen: Chosen): Promise<void> {
  const { state, result_message: advice } = body(
    await api.POST('/api/v1/users/password-strength', { body: chosen }),
  );
  if (!state) throw new WeakPassword(advice);
}

/** The server's advice, where it is the password that was refused. */
export const weaknessOf = (error: unknown): string | undefined =>
  error instanceof WeakPassword ? error.message : undefined;
