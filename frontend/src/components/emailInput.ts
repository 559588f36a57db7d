/**
 * What makes a field one for an e-mail address. Its type stays "text": a field of the type "email" turns a domain in letters of other
 * scripts into its ASCII form, which nobody recognises.
 */
export const emailInput = {
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;
