import { useSession } from '@/api/session';

/**
 * A hidden username field for password managers, in forms that ask for a password but show no
 * username. Without it, they would take another field for the username. The default is the
 * signed-in account.
 */
export function AccountName({ name }: { name?: string }) {
  const user = useSession()?.user;
  return (
    <input
      type="text"
      autoComplete="username"
      value={name ?? user?.org_email ?? user?.phone ?? ''}
      readOnly
      hidden
    />
  );
}
