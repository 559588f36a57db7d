/** Prints the list of `collect.mjs` as text: first each part with its licence, then each licence text once with its parts. */
import { readFileSync } from 'node:fs';

const { parts, texts } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const others = parts.filter(({ kind }) => kind !== 'product');
const rule = '='.repeat(100);
const listed = others.map(({ name, licence }) => `${name}: ${licence}`).join('\n');
const bodies = texts.flatMap((text, number) => {
  const names = others.filter((part) => part.texts.includes(number)).map(({ name }) => name);
  return names.length > 0 ? `${rule}\n${names.join(', ')}\n${rule}\n\n${text}\n` : [];
});
process.stdout.write(`What Aditus is made of, and the licences under which others have made it.\n\n${listed}\n\n${bodies.join('\n')}`);
