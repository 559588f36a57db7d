import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { AssignedRole, User } from '@/api/models';
import { session } from '@/api/session';
import type { RoleName } from '@/lib/roles';
import { App } from './App';
import { preloadScreen } from './AppRoutes';

export { screens } from './routes';
export { product } from '@/lib/product';

/*
 * Prerendering: the build (`pages.js`) renders each page as it looks before any script runs, with
 * the components of the application.
 */

/** The style elements in the rendered markup, each at its first use. */
const STYLE = /<style data-emotion="(css(?:-global)?) ([^"]*)">([^]*?)<\/style>/g;

/**
 * Collects the styles for the head of a page, without duplicates, and under the names by which
 * Emotion finds them there. Emotion would otherwise create and insert them again, which is a third
 * of the work of the first render.
 */
function collectStyles(rendered: string): string {
  const known = new Map<string, string>();
  const shared: string[] = [];
  for (const [, key, names, style] of rendered.matchAll(STYLE)) {
    if (key === 'css-global')
      shared.push(`<style data-emotion="css-global ${names}">${style}</style>`);
    else known.set(names ?? '', style ?? '');
  }
  const names = [...known.keys()].join(' ');
  return `${shared.join('')}<style data-emotion="css ${names}">${[...known.values()].join('')}</style>`;
}

/** Buttons and fields that are not disabled yet. */
const CONTROL = /<(button|input|select|textarea)(?![^>]* disabled)/g;

/** A page to render: its address, and the role of a signed-in user. */
interface PageToRender {
  address: string;
  role?: RoleName;
}

interface RenderedPage {
  markup: string;
  styles: string;
}

/**
 * Signs in an account with this role. Its data does not show in the markup, because the shell loads
 * the user area later.
 */
function signIn(name: RoleName): void {
  const role: AssignedRole = {
    assigned_role_id: 1,
    role: name,
    role_id: 1,
    org_role_id: 1,
    organisation: '',
    rank: 1,
    latest_role_status: [{ status: 'Activated', role_status_id: 1 }],
  };
  const user: Partial<User> = {
    user_id: 1,
    org_email: 'nobody@page.example',
    assigned_roles: [role],
  };
  session.begin(user as User, '');
}

function renderPage({ address, role }: PageToRender): RenderedPage {
  if (role) signIn(role);
  else session.end();
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={address}>{children}</StaticRouter>
  );
  const rendered = renderToStaticMarkup(
    <CacheProvider value={createCache({ key: 'css' })}>
      <App Router={Router} />
    </CacheProvider>,
  );
  const markup = rendered
    .replace(STYLE, '')
    .replace(/<template[^>]*><\/template>/g, '')
    // Disabled until the application runs: a button would do nothing, and a field would lose its
    // text.
    .replace(CONTROL, '<$1 disabled');
  return { markup, styles: collectStyles(rendered) };
}

/** Returns the markup of each page and the styles that it needs. */
export async function renderPages(pages: readonly PageToRender[]): Promise<RenderedPage[]> {
  for (const { address } of pages)
    await preloadScreen(new URL(address, 'http://page.example').pathname);
  // Renders all pages in one synchronous pass, so that no page includes what an earlier one started
  // to load.
  return pages.map(renderPage);
}
