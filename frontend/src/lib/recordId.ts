/**
 * Parses the id of a record in an address. Returns undefined if there is none. Ignores a full stop,
 * comma, bracket or blank after the id, as links are often copied with one.
 */
export function recordId(text: string | null | undefined): number | undefined {
  const digits = /^\s*0*([1-9]\d*)[\s.,;:)\]>]*$/.exec(text ?? '')?.[1];
  const id = Number(digits);
  return Number.isSafeInteger(id) ? id : undefined;
}
