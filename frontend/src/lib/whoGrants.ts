import type { User } from '@/api/models';

/**
 * Who activates somebody's account and grants the roles, in words. Whoever typed an organisation that is not registered is
 * of none that has an admin (1 §5.2); a new organisation has none yet.
 */
export const whoGrants = ({ org, tentative_organization }: User): string =>
  tentative_organization
    ? 'an administrator of the platform'
    : `the admin of ${org.name} or, where there is none, an administrator of the platform`;
