/**
 * The cells of what was copied from a spreadsheet: lines of texts with tabs between them. A text with a tab, a line break or a
 * quote in it stands in quotes, which are doubled inside.
 */
export function cellsOf(copied: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let text = '';
  let quoted = false;
  const endCell = () => {
    row.push(text);
    text = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  const all = copied.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  for (let at = 0; at < all.length; at += 1) {
    const sign = all.charAt(at);
    if (quoted) {
      if (sign !== '"') text += sign;
      else if (all.charAt(at + 1) === '"') {
        text += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && text === '') quoted = true;
    else if (sign === '\t') endCell();
    else if (sign === '\n') endRow();
    else text += sign;
  }
  // A spreadsheet ends its last line too.
  if (text !== '' || row.length > 0) endRow();
  return rows;
}
