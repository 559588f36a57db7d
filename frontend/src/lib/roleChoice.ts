/** Roles come by rank, Super User first. Where one is chosen, those that most people need come first and Super User last. */
export const forChoice = <Role>(byRank: readonly Role[]): Role[] => [...byRank].reverse();
