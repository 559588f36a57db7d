/** Text that is stored with HTML entities (the meaning of a variable, 2 §3), as plain text. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  // The content of a textarea is never parsed as markup: only entities are resolved.
  const field = document.createElement('textarea');
  field.innerHTML = text;
  return field.value;
}
