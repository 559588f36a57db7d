/**
 * Parses cells copied from a spreadsheet: lines of texts separated by tabs. Texts with a tab, a
 * line break or a quote are quoted, and quotes inside are doubled.
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
  // Spreadsheets also end the last line with a line break.
  if (text !== '' || row.length > 0) endRow();
  return rows;
}
