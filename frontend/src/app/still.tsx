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

/** The styles that the markup brings along, each where it was first used; a page has them once, in its head. */
const STYLE = /<style data-emotion="[^"]*">([^]*?)<\/style>/g;

/** The markup of an address and the styles that it needs. */
export async function draw(address: string): Promise<{ markup: string; styles: string }> {
  await preloadScreen(address);
  const cache = createCache({ key: 'still' });
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={address}>{children}</StaticRouter>
  );
  const drawn = renderToStaticMarkup(
    <CacheProvider value={cache}>
      <App Router={Router} />
    </CacheProvider>,
  );
  const styles = [...new Set([...drawn.matchAll(STYLE)].map(([, style]) => style))].join('');
  const markup = drawn.replace(STYLE, '').replace(/<template[^>]*><\/template>/g, '');
  return { markup, styles };
}
