/** What the wizard calls a device or a member of staff; `randomUUID` is there only where the page came encrypted. */
export function newLocalId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
