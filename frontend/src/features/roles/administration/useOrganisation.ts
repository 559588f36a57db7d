import { useSession } from '@/api/session';

/** Returns the organisation of the signed-in user. */
export function useOrganisation(): { orgId: number; name: string } {
  const session = useSession();
  return {
    orgId: session?.user.org.org_id ?? 0,
    name: session?.user.org.name ?? '',
  };
}
