import type { Page } from '@playwright/test';
import { emailOf, PASSWORD } from './aditus';

/** Begins the session of a demo account, without the form. */
export async function begin(page: Page, role: string): Promise<void> {
  const answer = await page.request.post('/api/v1/users/signin', {
    data: { username: emailOf(role), password: PASSWORD },
  });
  const { user } = (await answer.json()) as {
    user: { token: string; assigned_roles: { role: string }[] };
  };
  const session = {
    token: user.token,
    user,
    role: user.assigned_roles.find((assigned) => assigned.role === role) ?? null,
  };
  await page.addInitScript(
    (stored) => sessionStorage.setItem('aditus.session', stored),
    JSON.stringify(session),
  );
}
