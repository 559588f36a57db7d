import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { session } from '@/api/session';
import { roleNames, type RoleName } from '@/lib/roles';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { menuOf } from './menu';
import { pages } from './pages';
import { isOpenTo, screens } from './routes';

it('redirects a guest from / and from the screen of a role to the landing page', async () => {
  for (const path of ['/', '/admin/home', '/orguser/requestRole', '/profile', '/addemail']) {
    const { unmount } = renderApp(path);
    expect(await screen.findByRole('link', { name: 'Get Started' })).toHaveAttribute(
      'href',
      '/datasource',
    );
    expect(screen.getByTestId('location')).toHaveTextContent('/home');
    unmount();
  }
});

it('shows a guest the screens that are exempt from the guard', async () => {
  server.use(http.get(url('users/password-rules'), () => refuse(404, 'Not found')));
  for (const [path, title] of [
    ['/forgotPassword', 'Forgot Password'],
    ['/otp-page', 'Verify Account'],
    ['/verifyPhone', 'Verify Account'],
    ['/registeredSuccessfully', 'Your account is registered'],
  ] as const) {
    const { unmount } = renderApp(path);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByTestId('location')).toHaveTextContent(path);
    unmount();
  }
  renderApp('/otp');
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/otp-page'));
});

it('shows the not-found page at unknown paths and at those of another role', async () => {
  server.use(
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser({ user_id: 0 }) })),
  );
  signInAs('Data Analyst');
  for (const path of ['/nowhere', '/admin/home']) {
    const { unmount } = renderApp(path);
    expect(await screen.findByRole('heading', { name: '404 Page not found!' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'BACK TO HOME' })).toHaveAttribute(
      'href',
      '/analyst/home',
    );
    unmount();
  }
});

it('has a screen for each page, and a page for each screen', () => {
  const used = new Set(screens.map(({ module }) => `/src/${module}.tsx`));
  expect([...used].sort()).toEqual(Object.keys(pages).sort());
});

it('only has menu entries that the role may open', () => {
  for (const role of ['Guest', ...roleNames] as const) {
    const entries = menuOf(role);
    for (const { path } of entries) expect(isOpenTo(path, role), `${role} ${path}`).toBe(true);
  }
});

const ofStaff = (home: string) =>
  `${home} /notifications /documents /datarequests /datarequest/feedback /contact-us`;

/** The table of 1 §2.1. */
const menus: Record<RoleName | 'Guest', string> = {
  Guest: '/home /datasource /documents /about-aditus /contact-us',
  Admin:
    '/admin/home /admin/users /admin/user_assigned_roles /admin/rolesrequests /notifications /documents /contact-us',
  'Data Requester':
    '/requester/home /requester/myrequests /notifications /datasource /documents /contact-us',
  'Super User':
    '/superuser/home /superuser/organisation /superuser/organisation-roles /superuser/approval_procedure /superuser/data_dictionary /superuser/reference-data /superuser/calendar /superuser/audit /datarequest/feedback /notifications /documents /contact-us',
  'Data Access Reviewer': ofStaff('/accessreviewer/home'),
  'Data Access Approver': ofStaff('/accessapprover/home'),
  'Data Custodian': ofStaff('/custodian/home'),
  'Data Security Reviewer': ofStaff('/securityreviewer/home'),
  'Data Security Approver': ofStaff('/securityapprover/home'),
  'Data Officer': ofStaff('/officer/home'),
  'Data Analyst': '/analyst/home /notifications /analyst/dqafilter /documents /contact-us',
  'Org User': '/orguser/home /notifications /orguser/requestRole /datasource /contact-us',
};

it.each(['Guest', ...roleNames] as const)('shows %s the menu of the specification', (role) => {
  const shown = menuOf(role).map(({ path }) => path);
  expect(shown.join(' ')).toBe(menus[role]);
});

const serveCurrentUser = () =>
  server.use(http.get(url('users/detailuser'), () => answer(null, { user: session.get()?.user })));

it('treats a role with an unknown name as a guest', async () => {
  serveCurrentUser();
  const archivist = { ...makeRole('Data Officer'), role: 'Archivist' };
  session.begin(makeUser({ assigned_roles: [archivist] }), 'token-of-naledi');
  const first = renderApp('/');
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/home'));
  first.unmount();
  renderApp('/officer/home');
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent(/^\/home$/));
});

it('always lists Switch Role in the account menu', async () => {
  serveCurrentUser();
  signInAs('Org User');
  const first = renderApp('/contact-us');
  await first.user.click(await screen.findByRole('button', { name: 'Your account' }));
  const entry = screen.getByRole('menuitem', { name: /^Switch Role/ });
  expect(entry).toHaveAttribute('aria-disabled', 'true');
  expect(entry).toHaveTextContent('You have no role yet.');
  first.unmount();

  signInAs('Data Officer');
  const second = renderApp('/contact-us');
  await second.user.click(await screen.findByRole('button', { name: 'Your account' }));
  const entries = within(screen.getByRole('menu', { name: 'Account' })).getAllByRole('menuitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Edit Account',
    'Switch RoleYou have no other role.',
    'Request Role',
    'Logout',
  ]);
  second.unmount();

  session.begin(
    makeUser({ assigned_roles: [makeRole('Data Officer'), makeRole('Admin')] }),
    'token-of-naledi',
  );
  const third = renderApp('/contact-us');
  await third.user.click(await screen.findByRole('button', { name: 'Your account' }));
  const roles = within(screen.getByRole('menu', { name: 'Switch Role' }));
  expect(roles.getAllByRole('menuitemradio')).toHaveLength(2);
  expect(screen.queryByRole('menuitem', { name: /^Switch Role/ })).not.toBeInTheDocument();
});

it('only ends the session on a 401 with WWW-Authenticate', async () => {
  server.use(http.get(url('users/detailuser'), () => refuse(401, 'Invalid Password')));
  signInAs('Admin');
  const first = renderApp('/admin/home');
  expect(await screen.findByRole('heading', { name: 'Welcome, Naledi' })).toBeVisible();
  expect(session.get()).not.toBeNull();
  first.unmount();

  server.use(
    http.get(url('users/detailuser'), () =>
      refuse(401, 'Not signed in', {}, { 'WWW-Authenticate': 'Token' }),
    ),
  );
  signInAs('Admin');
  session.refresh(
    makeUser({ user_id: 8, assigned_roles: session.get()?.user.assigned_roles ?? [] }),
  );
  renderApp('/admin/home');
  await waitFor(() => expect(session.get()).toBeNull());
  expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/home'));
});
