/**
 * Collects the licences of the distributed parts: the crates in the binary, the C libraries in crates, the npm packages in the frontend, and the
 * fonts. Prints them as JSON: `texts`, each once, and `parts`, each with its name, its licence and its texts. Versions are left out, because
 * the list of components (`just sbom`) has them and a licence seldom changes with a version.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const read = (path) => readFileSync(path, 'utf8');

const isLicence = (name) => /^(licen[cs]e|copying|copyright|notice|unlicense)/i.test(name) && !/\.(rs|js|json|spdx|html)$/i.test(name);
const isMit = (text) => /permission is hereby granted, free of charge/i.test(text) && !/apache license|mozilla public/i.test(text);
/** Returns true if a distributor may choose the MIT licence. */
const offersMit = (licence) => /\bMIT\b/.test(licence) && !/\bAND\b/.test(licence);

/** Normalises a text for comparison: no trailing spaces, and no empty lines around it. */
const tidied = (text) =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t\f]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '');

/** Returns the standard text of a licence, with the authors of a package that contains no text. */
function standard(name, licence, authors) {
  const chosen = offersMit(licence) ? 'MIT' : licence;
  const path = join(here, `${chosen}.txt`);
  if (!existsSync(path)) throw new Error(`${name} holds no text of its licence; add ${path}`);
  return read(path).replace('HOLDERS', authors || `the authors of ${name}`);
}

/** Returns the licence files of a package: those at its top, or else those in its subfolders. */
function licenceFiles(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isLicence(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const top = entries.filter((path) => dirname(path) === folder || /^licen[cs]es?$/i.test(basename(dirname(path))));
  return top.length > 0 ? top : entries;
}

/** Returns the licence texts of a package. Prefers the MIT licence if there is a choice and a text of it. */
function textsOf(folder, { name, licence, authors }) {
  const texts = licenceFiles(folder).map((path) => tidied(read(path))).filter(Boolean);
  const mit = offersMit(licence) ? texts.filter(isMit) : [];
  if (mit.length > 0) return mit;
  return texts.length > 0 ? texts : [tidied(standard(name, licence, authors))];
}

/** Returns the crates in the binary, for all its platforms. */
function crates() {
  const metadata = JSON.parse(
    execFileSync(
      'cargo',
      ['metadata', '--locked', '--format-version=1', ...['x86_64', 'aarch64'].map((cpu) => `--filter-platform=${cpu}-unknown-linux-gnu`)],
      { cwd: root, maxBuffer: 1 << 30, encoding: 'utf8' },
    ),
  );
  const packages = new Map(metadata.packages.map((crate) => [crate.id, crate]));
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const found = new Set();
  const visit = (id, kinds) => {
    if (found.has(id)) return;
    found.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      if (dep_kinds.some(({ kind }) => kinds.includes(kind))) visit(pkg, kinds);
    }
  };
  const own = metadata.packages.find(({ name, source }) => name === 'aditus' && !source);
  visit(own.id, [null]);
  const folderOf = (name) => {
    const crate = metadata.packages.find((other) => other.name === name);
    if (!crate) throw new Error(`there is no crate ${name} any more: look at what it brought`);
    return dirname(crate.manifest_path);
  };
  const shipped = [...found]
    .map((id) => packages.get(id))
    .filter(({ source }) => source)
    .map(({ name, license, authors, manifest_path }) => {
      const part = { name, licence: license.replaceAll(/\s*\/\s*/g, ' OR '), authors: authors.join(', ').replace(/ <[^>]*>/g, '') };
      return { ...part, kind: 'server', texts: textsOf(dirname(manifest_path), part) };
    });
  return [...shipped, ...libraries(folderOf)];
}

/** Returns the libraries in or linked with the crates that have a licence of their own. */
function libraries(folderOf) {
  const given = (name, licence, text) => ({ name, licence, kind: 'server', texts: [tidied(text)] });
  return [
    given('OpenSSL', 'Apache-2.0', read(join(folderOf('openssl-src'), 'openssl/LICENSE.txt'))),
    given('libpq of PostgreSQL', 'PostgreSQL', read(join(here, 'PostgreSQL.txt'))),
    given('SQLite', 'Public domain', 'The authors of SQLite have dedicated it to the public domain.'),
    given('mimalloc', 'MIT', standard('mimalloc', 'MIT', '2018-2025 Microsoft Corporation, Daan Leijen')),
    given('The standard library of Rust', 'MIT OR Apache-2.0', standard('Rust', 'MIT', 'The Rust Project contributors')),
  ];
}

/** Returns the packages whose code or fonts may be in the frontend. */
function npmPackages() {
  const { packages } = JSON.parse(read(join(root, 'frontend/package-lock.json')));
  return Object.entries(packages)
    // Packages of types leave nothing in the build.
    .filter(([path, { dev, optional }]) => path && !dev && !optional && !path.includes('/@types/'))
    .map(([path]) => {
      const folder = join(root, 'frontend', path);
      const { name, license, author } = JSON.parse(read(join(folder, 'package.json')));
      const part = { name, licence: license, authors: typeof author === 'string' ? author.replace(/ <.*/, '') : author?.name };
      return { ...part, kind: name.startsWith('@fontsource') ? 'font' : 'frontend', texts: textsOf(folder, part) };
    });
}

function others() {
  const fonts = read(join(root, 'adapters/documents/fonts/OFL.txt'));
  const apache = read(join(here, 'Apache-2.0.txt'));
  return [
    { name: 'Aditus', licence: 'EUPL-1.2', kind: 'product', texts: [tidied(read(join(root, 'LICENSE')))] },
    { name: 'Noto', licence: 'OFL-1.1', kind: 'font', texts: [tidied(fonts)] },
    { name: 'Material Icons', licence: 'Apache-2.0', kind: 'frontend', texts: [tidied(apache)] },
  ];
}

const byName = new Map();
for (const part of [...crates(), ...npmPackages(), ...others()]) {
  const key = `${part.kind} ${part.name}`;
  const known = byName.get(key);
  byName.set(key, known ? { ...known, texts: [...known.texts, ...part.texts] } : part);
}
const texts = [];
const numbers = new Map();
const numberOf = (text) => {
  // Texts that differ only in line breaks, spaces or case are the same.
  const key = text.replace(/\s+/g, ' ').toLowerCase();
  if (!numbers.has(key)) numbers.set(key, texts.push(text) - 1);
  return numbers.get(key);
};
const compare = (a, b) => (a < b ? -1 : Number(a > b));
const parts = [...byName.values()]
  .sort((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.kind, b.kind))
  .map(({ name, kind, licence, texts: own }) => ({ name, kind, licence, texts: [...new Set(own.map(numberOf))] }));
const lines = [
  '{',
  '"parts": [',
  parts.map((part) => JSON.stringify(part)).join(',\n'),
  '],',
  '"texts": [',
  texts.map((text) => JSON.stringify(text)).join(',\n'),
  ']',
  '}',
];
process.stdout.write(`${lines.join('\n')}\n`);
