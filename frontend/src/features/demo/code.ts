/** The one-time code in the text of a mail: six digits that stand alone (1 §9). */
export function codeIn(text: string): string | undefined {
  return /\b\d{6}\b/.exec(text)?.[0];
}
