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
 * The pages as they stand still: what they show before any script runs. They are drawn when the frontend is built (`pages.js`), by the
 * components of the application itself.
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

/** Buttons and fields that are not disabled yet. */
const CONTROL = /<(button|input|select|textarea)(?![^>]* disabled)/g;

/** A page as it is to be drawn: its address, and the role of whoever is signed in there. */
interface Wanted {
  address: string;
  role?: RoleName;
}

interface Drawn {
  markup: string;
  styles: string;
}

/** Somebody who has this role. Nothing of it is drawn: what the shell says of a person is loaded later. */
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

function drawNow({ address, role }: Wanted): Drawn {
  if (role) signIn(role);
  else session.end();
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={address}>{children}</StaticRouter>
  );
  const drawn = renderToStaticMarkup(
    <CacheProvider value={createCache({ key: 'css' })}>
      <App Router={Router} />
    </CacheProvider>,
  );
  const markup = drawn
    .replace(STYLE, '')
    .replace(/<template[^>]*><\/template>/g, '')
    // Without the application a button does nothing, and a field loses what is typed into it.
    .replace(CONTROL, '<$1 disabled');
  return { markup, styles: stylesOf(drawn) };
}

/** The markup of each page and the styles that it needs. */
export async function draw(pages: readonly Wanted[]): Promise<Drawn[]> {
  for (const { address } of pages)
    await preloadScreen(new URL(address, 'http://page.example').pathname);
  // All in one go: what the first of them begins to load is in none.
  return pages.map(drawNow);
}
