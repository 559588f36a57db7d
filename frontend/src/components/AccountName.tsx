import { useSession } from '@/api/session';

/**
 * The name of an account for a password manager, in a form that asks for a password and shows no name: it fills in and keeps the
 * password of this account, and takes no other field for the name. It is that of who is signed in where none is given.
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
