import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OrganizationOption } from '@/api/models';
import { accountQueries } from '../queries';
import { domainOf } from '../rules';

/** The debounce of the check in milliseconds (1 §9). */
const DEBOUNCE_MS = 500;

export const UNKNOWN_DOMAIN =
  'The email domain is not registered. Please register your organization first.';

/**
 * Checks if the domain of an email address belongs to an organisation (1 §5.2). An unknown domain
 * blocks if the chosen organisation is registered with a domain. Otherwise it is a hint (decisions
 * A8).
 */
export function useDomainCheck(email: string, registered: OrganizationOption | null) {
  const [debounced, setDebounced] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(domainOf(email.trim())), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [email]);
  const { data: known } = useQuery({
    ...accountQueries.domainRegistered(debounced ?? ''),
    enabled: debounced !== undefined,
  });
  const unknown = known === false && debounced === domainOf(email.trim());
  const takesPart = Boolean(registered?.domain);
  return {
    blocks: unknown && takesPart,
    hint: unknown && !takesPart,
  };
}

/** The same check on submit, without the debounce. */
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
