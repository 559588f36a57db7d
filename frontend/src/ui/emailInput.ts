/**
 * Attributes of a field for an email address. Its type stays "text", because a field of the type
 * "email" converts domains in other scripts to their ASCII form, which is unreadable.
 */
export const emailInput = {
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;
