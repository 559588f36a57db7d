/** Returns the one-time code in the text of an email: six digits that stand alone (1 §9). */
export function codeIn(text: string): string | undefined {
  return /\b\d{6}\b/.exec(text)?.[0];
}
