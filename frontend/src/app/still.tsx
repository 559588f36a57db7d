import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from './App';
import { preloadScreen } from './AppRoutes';

export { screens } from './routes';
export { product } from '@/lib/product';

/*
 * The pages as they stand still: what they show a guest before any script runs. They are drawn when the frontend is built
 * (`pages.js`), by the components of the application itself.
 */

/** The styles that the markup brings along, each where it was first used. */
const STYLE = /<style data-emotion="(css(?:-global)?) ([^"]*)">([^]*?)<\/style>/g;

/**
 * The styles as they stand in the head of a page: once, and under the names by which the application finds them there. It would make
 * and insert each of them again otherwise, which is a third of its work at first.
 */
function stylesOf(drawn: string): string {
  const known = new Map<string, string>();
  const shared: string[] = [];
  for (const [, key, names, style] of drawn.matchAll(STYLE)) {
    if (key === 'css-global')
      shared.push(`<style data-emotion="css-global ${names}">${style}</style>`);
    else known.set(names ?? '', style ?? '');
  }
  const names = [...known.keys()].join(' ');
  return `${shared.join('')}<style data-emotion="css ${names}">${[...known.values()].join('')}</style>`;
}

/** The markup of an address and the styles that it needs. */
export async function draw(address: string): Promise<{ markup: string; styles: string }> {
  await preloadScreen(address);
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={address}>{children}</StaticRouter>
  );
  const drawn = renderToStaticMarkup(
    <CacheProvider value={createCache({ key: 'css' })}>
      <App Router={Router} />
    </CacheProvider>,
  );
  const markup = drawn.replace(STYLE, '').replace(/<template[^>]*><\/template>/g, '');
  return { markup, styles: stylesOf(drawn) };
}
