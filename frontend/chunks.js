/** Looks up the chunks of the build by their source modules. */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));

/** Returns the manifest key of a module under `src/`. */
function keyOf(module) {
  const key = [`src/${module}.tsx`, `src/${module}.ts`].find((name) => name in manifest);
  if (!key) throw new Error(`the manifest has no chunk for src/${module}`);
  return key;
}

/** Returns the files of these chunks and of everything they import. */
function filesOf(keys, found = new Set()) {
  for (const key of keys) {
    const { file, imports = [] } = manifest[key];
    if (found.has(file)) continue;
    found.add(file);
    filesOf(imports, found);
  }
  return found;
}

/** The files of the shell, which every page loads. */
export const shell = filesOf(['index.html']);

/** Returns the files that modules under `src/` need on top of the shell. */
export const filesOfModules = (modules) =>
  [...filesOf(modules.map(keyOf))].filter((file) => !shell.has(file));

/** Throws if chunks import each other in a cycle: a module could run before one it depends on. */
export function expectNoCircles() {
  const done = new Set();
  const follow = (key, way) => {
    if (way.includes(key)) throw new Error(`files import each other: ${[...way, key].join(' → ')}`);
    if (done.has(key)) return;
    for (const next of manifest[key].imports ?? []) follow(next, [...way, key]);
    done.add(key);
  };
  for (const key of Object.keys(manifest)) follow(key, []);
}
