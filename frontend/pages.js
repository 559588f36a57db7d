/**
 * Writes one page per screen of the built frontend: `dist/pages/home.html` for /home,
 * `dist/pages/datatable/_.html` for /datatable and one more path segment. Each page preloads the
 * scripts of its screen along with the first one. Screens with `prerender` in `routes.ts` are also
 * prerendered: their pages show everything that needs no call before any script runs.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'vite';
import { expectNoCircles, filesOfModules } from './chunks.js';

const read = (path) => readFileSync(path, 'utf8');

/** Placeholder for the id of a record in prerendered markup. Links with it lose their `href`. */
const ANY = '987654321';

/** The modules that are shown beside any screen after sign-in. */
const signedInShell = ['app/shell/UserArea', 'app/shell/SideMenu', 'app/shell/SessionKeeper'];

/**
 * Returns the modules that render a screen. The landing page is loaded without the list of pages
 * (`loadPage.ts`).
 */
function modulesOf({ module, roles, withoutCalls }) {
  const modules = [module];
  if (module !== 'features/information/LandingPage') modules.push('app/pages');
  if (!withoutCalls || roles !== 'public') modules.push('app/Queries');
  if (roles !== 'public') modules.push(...signedInShell);
  return modules;
}

function preloads(screen) {
  return filesOfModules(modulesOf(screen))
    .map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`)
    .join('');
}

/** Returns the built page with its styles inlined and its font preloaded. */
function pageTemplate() {
  const page = read('dist/index.html');
  const link = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)">/;
  const [, sheet] = link.exec(page);
  // `optional` skips a font that arrives late, so that the text does not move while it is read.
  const styles = read(`dist/${sheet}`)
    .replaceAll('url(./', `url(/${dirname(sheet)}/`)
    .replace(/font-display:\s*swap/g, 'font-display:optional');
  const [font] = /\/assets\/inter-latin-wght-normal-[^)"']+/.exec(styles);
  const head = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}"><style>${styles}</style>`;
  return page.replace(link, '').replace('</head>', () => `${head}</head>`);
}

async function loadRenderer() {
  const outDir = 'node_modules/.prerender';
  await build({
    logLevel: 'warn',
    build: {
      ssr: 'src/app/prerender.tsx',
      outDir,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: {
        output: { codeSplitting: {}, chunkFileNames: '[hash].js', entryFileNames: 'prerender.js' },
      },
    },
    ssr: { noExternal: true },
  });
  return import(new URL(`${outDir}/prerender.js`, import.meta.url).href);
}

function write(name, page) {
  const path = `dist/pages/${name}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, page);
}

expectNoCircles();
const { renderPages, product, screens } = await loadRenderer();
/**
 * Returns the selector that hides prerendered content: of a public screen from every signed-in
 * user, of another screen from everyone without one of its roles.
 */
const onlyFor = (roles) =>
  roles === 'public'
    ? '[data-session] [data-prerendered]'
    : `:root${roles.map((role) => `:not([data-session="${role}"])`).join('')} [data-prerendered]`;

const prerenderedScreens = screens.filter((screen) => screen.prerender);
const rendered = await renderPages(
  prerenderedScreens.map(({ path, prerender: query, roles }) => ({
    address: path.replace(/:\w+/g, ANY) + (query === true ? '' : query),
    role: roles === 'public' ? undefined : roles[0],
  })),
);
const renderings = new Map(prerenderedScreens.map((screen, index) => [screen, rendered[index]]));

const names = [];
const template = pageTemplate();
writeFileSync('dist/index.html', template);
for (const screen of screens) {
  const { path, title, description, roles } = screen;
  const name = path.slice(1).replace(/:\w+/g, '_').replace(product.slug, '_');
  const links = preloads(screen);
  // `inline-boot.js` requests these scripts after the first paint. Such a page also starts API calls
  // before its scripts run, and their responses contain its heading.
  const scripts =
    screen.prerender && roles !== 'public' ? `<template id="scripts">${links}</template>` : links;
  let page = template
    .replace('</head>', () => `${scripts}</head>`)
    .replace(/<title>.*<\/title>/, `<title>${title} · ${product.name}</title>`);
  if (description) {
    page = page.replace(
      /(<meta\s+name="description"\s+content=")[^"]*/,
      (_, start) => start + description,
    );
  }
  const shown = renderings.get(screen);
  if (shown) {
    const own = new RegExp(` href="[^"]*(?:${ANY}|-${product.slug})[^"]*"`, 'g');
    const markup = shown.markup.replace(own, '');
    page = page
      .replace(
        '</head>',
        () => `${shown.styles}<style>${onlyFor(roles)}{visibility:hidden}</style></head>`,
      )
      .replace(
        '<div id="root"></div>',
        () => `<div id="root"><div data-prerendered style="display:contents">${markup}</div></div>`,
      );
  }
  names.push(name);
  write(`${name}.html`, page);
}
// Read by `sizes.js`.
writeFileSync(
  'dist/.vite/screens.json',
  JSON.stringify(screens.map(({ path, module }) => ({ path, module }))),
);
// The server reads the names of the pages from this list.
write('names.txt', names.join('\n'));
process.exit(0);
