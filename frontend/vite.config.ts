import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** The server that answers the API while Vite serves the sources. */
const server = process.env.ADITUS_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** The chunks of the landing page besides the entry (`.size-limit.json`). */
const firstLoad = ['rolldown-runtime', 'LandingPage'];

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

/** What stands around the screens of somebody signed in, and is no part that is loaded by itself. */
const ofSession = among(
  'app/shell/MenuList',
  'components/ButtonPopover',
  'features/accounts/(sessionActions|queries)',
  'features/notifications/(use|queries|NotificationGroups)',
  'features/requests/unsaved',
);

/** What requests and the dictionary are both told with. */
const ofWords = among('src/components/(Meaning|Marked|DocumentButton|FileViewer)', 'src/lib/files');

/** What several screens of requests are made of. */
const ofRequests = among(
  'src/components/(requests|comments)/',
  'src/components/tracking/stageState',
  'src/components/File(Field|Drop)',
  'src/lib/(request|emails)',
);

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
        // A module that several screens share is a file of its own otherwise, and a screen consisted of a hundred. A browser that
        // asks for six at a time over a slow line waits for each round of them.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 5 },
            // What the landing page shares with others is of the first load as well.
            { name: 'LandingPage', test: /src\/components\/(PlainList|looks)\./, priority: 4 },
            {
              name: 'calls',
              test: /openapi-fetch|src\/(api|lib)\//,
              minShareCount: 8,
              priority: 4,
            },
            { name: 'kit', test: usual, minShareCount: 14, priority: 3 },
            { name: 'icons', test: /@mui\/icons-material/, minShareCount: 3, priority: 3 },
            { name: 'session', test: ofSession, priority: 2 },
            { name: 'words', test: ofWords, minShareCount: 2, priority: 2 },
            { name: 'dates', test: /x-date-pickers|components\/DateField/, priority: 2 },
            { name: 'requests', test: ofRequests, minShareCount: 2, priority: 1 },
            { name: 'parts', test: usual, minShareCount: 8, priority: 0 },
          ],
        },
        // The first chunk lists the names of all others, and there are two hundred: they are short, and of few characters. What
        // the first load consists of keeps its name, by which it is weighed.
        hashCharacters: 'hex',
        chunkFileNames: ({ name }) =>
          firstLoad.includes(name) ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js',
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
