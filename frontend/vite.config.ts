import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** The server that answers the API while Vite serves the sources. */
const server = process.env.ADITUS_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** The version of the whole workspace. */
const [, version] =
  /^version = "(.+)"$/m.exec(readFileSync(new URL('../Cargo.toml', import.meta.url), 'utf8')) ?? [];
if (!version) throw new Error('Cargo.toml names no version');

/** Writes `first.js` into the head of the page. */
const firstScript: Plugin = {
  name: 'first-script',
  transformIndexHtml: () => [
    {
      tag: 'script',
      // Its comments are for who reads the file.
      children: readFileSync(new URL('./first.js', import.meta.url), 'utf8')
        .replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
        .replace(/\n\s*/g, '\n'),
      injectTo: 'head-prepend',
    },
  ],
};

/** Modules that have one of these in their path. */
const among = (...parts: readonly string[]) => new RegExp(parts.join('|'));

/** What is shown beside every screen after sign-in. */
const ofSession = among(
  'material/ListItem(Button|SecondaryAction)?/',
  'features/accounts/sessionActions',
  'shell/MenuList',
  'ButtonPopover',
);

const tips = among('@popperjs', 'material/(Popper|Tooltip)/');

const records = among('components/(records/(List|Remove|RecordList)|RowActions|DisabledAction)');

const forms = among('react-hook-form', 'components/records/(RecordDialog|useRecord)');

const tables = among(
  String.raw`material/(Table\w*|Toolbar)/`,
  'components/(table/|Server|RowCards|SearchedList|Pages)',
);

const dialogs = among('material/Dialog', 'components/(DialogF|ConfirmDialog|formDraft)');

const switches = among(
  'material/internal/SwitchBase',
  'material/(FormControlLabel|Checkbox|Radio\\w*|Switch)/',
);

const tabs = among('material/Tab(s|ScrollButton)?/', 'material/Badge', 'CountTabs');

/** What screens are made of. */
const usual = /node_modules|src\/components\//;

/** The tests that put other modules in the place of ours, or load them anew. */
const ofModules = readdirSync(new URL('./src', import.meta.url), { recursive: true })
  .map((name) => `src/${String(name).replaceAll('\\', '/')}`)
  .filter((name) => /\.test\.tsx?$/.test(name))
  .filter((name) =>
    /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(new URL(name, import.meta.url), 'utf8')),
  );

export default defineConfig({
  plugins: [react(), firstScript],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': server,
      '/files': server,
      '/log/': server,
      '/ws': { target: server, ws: true },
    },
  },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    // Fonts and icons stay files of their own, so that the content security policy needs no data: sources.
    assetsInlineLimit: 0,
    // Every browser of the target knows how to preload modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // By itself, the bundler makes a file of each set of modules that the same screens share: a hundred for some screens. A browser
        // that asks for six at a time over a slow line waits for each round of them. One file of all that is shared is what each screen
        // uses a third of. So what belongs together is one file (`sizes.js` weighs the outcome), and what most screens use another one.
        codeSplitting: {
          // A group takes what it names and nothing else. `pages.js` fails where files of the build import each other in a circle.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 5 },
            // What the landing page shares with others is of the first load as well.
            { name: 'landing', test: among('src/components/(PlainList|looks)'), priority: 4 },
            {
              name: 'calls',
              test: among('openapi-fetch', '@tanstack', 'dayjs', 'src/(api|lib)/'),
              minShareCount: 12,
              priority: 4,
            },
            { name: 'kit', test: usual, minShareCount: 40, priority: 3 },
            { name: 'tips', test: tips, priority: 3 },
            {
              name: 'choices',
              test: among('Autocomplete', 'ListSubheader', 'SearchedChoice'),
              priority: 3,
            },
            { name: 'tables', test: tables, minShareCount: 8, priority: 3 },
            { name: 'dialogs', test: dialogs, minShareCount: 4, priority: 3 },
            { name: 'forms', test: forms, priority: 5 },
            { name: 'records', test: records, minShareCount: 4, priority: 3 },
            { name: 'switches', test: switches, minShareCount: 4, priority: 3 },
            { name: 'tabs', test: tabs, minShareCount: 8, priority: 3 },
            { name: 'icons', test: among('@mui/icons-material'), minShareCount: 10, priority: 3 },
            { name: 'parts', test: usual, minShareCount: 8, priority: 2 },
            { name: 'session', test: ofSession, minShareCount: 2, priority: 1 },
          ],
        },
        // The first chunk lists the names of all others, and there are two hundred: they are short, and of few characters.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[hash:7].js',
      },
    },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    setupFiles: ['./src/testing/setup.ts'],
    css: false,
    testTimeout: 60_000,
    // Left alone, vitest keeps one processor for itself, which is half of a small machine.
    maxWorkers: '100%',
    // A page and all modules for each file took more than a third of the time of all tests: files share them, and
    // `testing/setup.ts` leaves to each test what a page is that was just loaded. Those that other modules were given have their own.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ofModules,
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ofModules, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
