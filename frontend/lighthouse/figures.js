/** Returns the median, the least and the greatest value. */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: sorted[Math.floor(sorted.length / 2)],
    least: sorted[0],
    greatest: sorted.at(-1),
  };
}

/** Returns "94 (91 to 95)", or one figure if all runs agree. */
export function shown(values, digits = 0) {
  const { median, least, greatest } = spread(values);
  const text = (value) => value.toFixed(digits);
  if (text(least) === text(greatest)) return text(median);
  return `${text(median)} (${text(least)} to ${text(greatest)})`;
}

/** Returns a Markdown table. The first column contains text, the others figures. */
export function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = heads.map((_, index) => (index === 0 ? '---' : '---:'));
  return [line(heads), line(rule), ...rows.map(line)].join('\n');
}
