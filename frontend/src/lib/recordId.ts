/**
 * The id of a record that an address names; undefined where it names none. A link that was copied with a full stop, a comma, a
 * bracket or a blank behind it still means the same record.
 */
export function recordId(text: string | null | undefined): number | undefined {
  const digits = /^\s*0*([1-9]\d*)[\s.,;:)\]>]*$/.exec(text ?? '')?.[1];
  const id = Number(digits);
  return Number.isSafeInteger(id) ? id : undefined;
}
