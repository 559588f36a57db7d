import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { session } from '@/api/session';
import { AppRoutes } from '@/app/AppRoutes';
import PasswordPrompt from '@/app/shell/PasswordPrompt';
import { theme } from '@/app/theme';
import Toaster from '@/ui/Toaster';
import type { RoleName } from '@/lib/roles';
import { makeRole, makeUser } from './factories';
import { styleCache } from './styleCache';

function Location() {
  const { pathname, search } = useLocation();
  return <output data-testid="location">{pathname + search}</output>;
}

/** Starts a session with a role. 'Org User' is a user without a role. */
export function signInAs(role: RoleName): void {
  const roles = role === 'Org User' ? [] : [makeRole(role)];
  session.begin(makeUser({ assigned_roles: roles }), 'token-of-naledi');
}

function renderInProviders(children: ReactNode, path: string) {
  const client = new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false },
      mutations: { networkMode: 'always' },
    },
  });
  const user = userEvent.setup();
  return {
    user,
    ...render(
      <CacheProvider value={styleCache}>
        <ThemeProvider theme={theme()} defaultMode="light" noSsr>
          <QueryClientProvider client={client}>
            <MemoryRouter initialEntries={[path]}>
              {children}
              <Location />
            </MemoryRouter>
          </QueryClientProvider>
          <Toaster />
        </ThemeProvider>
      </CacheProvider>,
    ),
  };
}

/** Renders a component with theme, query client, router, toasts and the password prompt. */
export const renderPart = (part: ReactNode, path = '/') =>
  renderInProviders(
    <>
      {part}
      <PasswordPrompt />
    </>,
    path,
  );

/** Renders the whole application at a path: shell, guards and all screens. */
export const renderApp = (path: string) => renderInProviders(<AppRoutes />, path);
