/** The ids of the statuses that the screens use (decisions, "Names and constants"). */
export const ACTIVATED = 2;
export const REJECTED = 3;

/** The consequence of each choice, shown before it is saved. */
export const consequences: Readonly<Record<string, string>> = {
  Activated: 'The role can be used again immediately.',
  Deactivated: 'The role can no longer be used. You can activate it again later.',
  Revoked: 'The role is removed permanently. Only the user can request it again.',
};
