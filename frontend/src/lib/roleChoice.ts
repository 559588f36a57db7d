/**
 * Sorts roles for a choice: the most needed ones first, Super User last. Lists of roles from the
 * server are sorted by rank, Super User first.
 */
export const sortRolesForChoice = <Role>(byRank: readonly Role[]): Role[] => [...byRank].reverse();
