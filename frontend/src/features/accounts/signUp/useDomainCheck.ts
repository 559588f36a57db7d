import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OrganizationOption } from '@/api/models';
import { accountQueries } from '../queries';
import { domainOf } from '../rules';

/** Milliseconds of rest before the domain is looked up (1 §9). */
const REST = 500;

export const UNKNOWN_DOMAIN =
  'The email domain is not registered. Please register your organization first.';

/**
 * Looks the domain of an address up among those of the organisations (1 §5.2). An unknown one blocks where a
 * registered organisation with a domain was chosen, and is a hint otherwise (decisions A8).
 */
export function useDomainCheck(email: string, registered: OrganizationOption | null) {
  const [rested, setRested] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(domainOf(email.trim())), REST);
    return () => clearTimeout(timer);
  }, [email]);
  const { data: known } = useQuery({
    ...accountQueries.domainRegistered(rested ?? ''),
    enabled: rested !== undefined,
  });
  const unknown = known === false && rested === domainOf(email.trim());
  const takesPart = Boolean(registered?.domain);
  return {
    blocks: unknown && takesPart,
    hint: unknown && !takesPart,
  };
}

/** The same for the moment the form is sent, whether or not typing had rested. */
export async function isDomainBlocked(
  client: QueryClient,
  email: string,
  registered: OrganizationOption | null,
): Promise<boolean> {
  const domain = domainOf(email.trim());
  if (!registered?.domain || !domain) return false;
  try {
    return !(await client.fetchQuery(accountQueries.domainRegistered(domain)));
  } catch {
    return false;
  }
}
