import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** The server that answers API calls while Vite serves the sources. */
const server = process.env.ADITUS_DEV_SERVER ?? 'http://127.0.0.1:8080';

const [, version] =
  /^version = "(.+)"$/m.exec(readFileSync(new URL('../Cargo.toml', import.meta.url), 'utf8')) ?? [];
if (!version) throw new Error('Cargo.toml names no version');

/** Inlines `inline-boot.js` into the head of the page, without its comments. */
const inlineBootScript: Plugin = {
  name: 'inline-boot-script',
  transformIndexHtml: () => [
    {
      tag: 'script',
      children: readFileSync(new URL('./inline-boot.js', import.meta.url), 'utf8')
        .replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
        .replace(/\n\s*/g, '\n'),
      injectTo: 'head-prepend',
    },
  ],
};

/** Matches modules with one of these parts in their path. */
const matching = (...parts: readonly string[]) => new RegExp(parts.join('|'));

/** The modules that are shown beside every screen after sign-in. */
const signedInShell = matching(
  'material/ListItem(Button|SecondaryAction)?/',
  'features/accounts/sessionActions',
  'shell/MenuList',
  'ButtonPopover',
);

const tips = matching('@popperjs', 'material/(Popper|Tooltip)/');

const records = matching('src/ui/(records/(List|Remove|RecordList)|RowMenu|DisabledAction)');

const forms = matching('react-hook-form', 'src/ui/records/(RecordDialog|useRecord)');

const tables = matching(
  String.raw`material/(Table\w*|Toolbar)/`,
  'src/ui/(table/|Server|RowCards|SearchedList|Pages)',
);

const dialogs = matching('material/Dialog', 'src/ui/(DialogF|ConfirmDialog|formDraft)');

const switches = matching(
  'material/internal/SwitchBase',
  'material/(FormControlLabel|Checkbox|Radio\\w*|Switch)/',
);

const tabs = matching(
  'material/Tab(s|ScrollButton)?/',
  'material/Badge',
  '(CountTabs|OverdueBadge)',
);

const dueDates = matching(
  'icons-material/(Alarm|EventAvailable|Pause)Outlined',
  'src/(shared/deadlines/(AnswerBy|DueDate|DueNote|ExpectedDate)|lib/(requestStatus|terms))',
);

/** Dependencies and shared components. */
const anyShared = /node_modules|src\/(ui|shared)\//;

/** Test files that mock or reset modules, and so cannot share them with other files. */
const isolatedTests = readdirSync(new URL('./src', import.meta.url), { recursive: true })
  .map((name) => `src/${String(name).replaceAll('\\', '/')}`)
  .filter((name) => /\.test\.tsx?$/.test(name))
  .filter((name) =>
    /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(new URL(name, import.meta.url), 'utf8')),
  );

export default defineConfig({
  plugins: [react(), inlineBootScript],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  resolve: {
    alias: [
      { find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      // The package exports its development build only, which contains warnings for developers.
      {
        find: /^react-router$/,
        replacement: fileURLToPath(
          new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url),
        ),
      },
    ],
  },
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
    // Keeps fonts and icons as separate files, so that the content security policy needs no `data:`
    // source.
    assetsInlineLimit: 0,
    // All target browsers preload modules natively.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The bundler's default is a chunk for each set of modules that the same screens share: a
        // hundred chunks for some screens. Over a slow connection, a browser that requests six
        // files at a time waits for each round. A single chunk of everything shared would be too
        // large: each screen uses a third of it. So modules that are used together form a chunk
        // (`sizes.js` measures the result), and modules that most screens use form another one.
        codeSplitting: {
          // A group contains only the modules that it matches. `pages.js` fails if chunks import
          // each other in a cycle.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 5 },
            // Modules that the landing page shares with other screens belong to the first load.
            { name: 'landing', test: matching('src/ui/(PlainList|looks)'), priority: 4 },
            {
              name: 'calls',
              test: matching('openapi-fetch', '@tanstack', 'dayjs', 'src/(api|lib)/'),
              minShareCount: 13,
              priority: 4,
            },
            { name: 'kit', test: anyShared, minShareCount: 50, priority: 3 },
            { name: 'tips', test: tips, priority: 3 },
            { name: 'dueDates', test: dueDates, priority: 5 },
            {
              name: 'choices',
              test: matching('Autocomplete', 'ListSubheader', 'SearchedChoice'),
              priority: 3,
            },
            { name: 'tables', test: tables, minShareCount: 8, priority: 3 },
            { name: 'dialogs', test: dialogs, minShareCount: 4, priority: 4 },
            { name: 'forms', test: forms, priority: 5 },
            { name: 'records', test: records, minShareCount: 4, priority: 3 },
            { name: 'switches', test: switches, minShareCount: 4, priority: 3 },
            { name: 'tabs', test: tabs, minShareCount: 8, priority: 3 },
            {
              name: 'icons',
              test: matching('@mui/icons-material'),
              minShareCount: 10,
              priority: 3,
            },
            { name: 'parts', test: anyShared, minShareCount: 9, priority: 2 },
            { name: 'session', test: signedInShell, minShareCount: 2, priority: 1 },
          ],
        },
        // The first chunk lists the names of all two hundred others. Short names of few distinct
        // characters keep it small.
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
    // The default of vitest leaves one processor free, which is half of a small machine.
    maxWorkers: '100%',
    // Test files share a page and all modules, because creating them for each file took more than a
    // third of the test time. `testing/setup.ts` resets the page after each test. Files that
    // replace modules run isolated.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: isolatedTests,
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: isolatedTests, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
