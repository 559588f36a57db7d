import type { User } from '@/api/models';

/**
 * Describes who activates an account and grants its roles. A user who typed the name of an
 * unregistered organisation has no organisation with an admin (1 §5.2); a new organisation has no
 * admin yet.
 */
export const describeGranter = ({ org, tentative_organization }: User): string =>
  tentative_organization
    ? 'an administrator of the platform'
    : `the admin of ${org.name} or, where there is none, an administrator of the platform`;
