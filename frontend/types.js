/**
 * Generates the types of the API, `src/api/schema.gen.ts`, from `openapi.json` unless they are up
 * to date. The scripts of `package.json` that need them run it first. The generated file begins
 * with a digest of its sources, because timestamps do not survive a checkout.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const here = (name) => new URL(name, import.meta.url);

const sources = ['openapi.json', 'package-lock.json', 'types.js'];
const digest = createHash('sha256');
for (const source of sources) digest.update(readFileSync(here(source)));
const head = `// ${digest.digest('hex')}\n`;

const output = here('src/api/schema.gen.ts');
if (!existsSync(output) || !readFileSync(output, 'utf8').startsWith(head)) {
  // Imported here, because loading TypeScript takes longer than the check above.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const document = JSON.parse(readFileSync(here('openapi.json'), 'utf8'));
  // Aliases such as `User` for `UserBody`. Wrappers such as `Envelope_UserBody` get none.
  const names = Object.keys(document.components.schemas)
    .filter((schema) => /^[A-Za-z]+Body$/.test(schema))
    .map((schema) => [schema.slice(0, -'Body'.length), schema]);
  const aliases = names.map(
    ([name, s]) => `export type ${name} = components['schemas']['${s}'];\n`,
  );
  // An object whose properties the document does not list can have any.
  const types = astToString(await openapiTS(document, { emptyObjectsUnknown: true }));
  // Written aside and renamed, because another script may read the file meanwhile.
  const written = here(`src/api/schema.gen.ts.${process.pid}`);
  writeFileSync(written, head + types + aliases.join(''));
  renameSync(written, output);
}
