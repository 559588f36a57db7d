import { expect, test } from '@playwright/test';
import { fillSignIn, signOut, submitPassword } from './aditus';
import { register } from './people';

test('a known device can sign in during an attack on its account', async ({ page, browser }, {
  project,
}) => {
  const person = await register(page, 'besieged', project.name, 'elsewhere');
  await page.goto('/login');
  await fillSignIn(page, person.email, person.password);
  await page.waitForURL('**/orguser/requestRole');
  await signOut(page);

  // Another browser in the same network guesses until it has to wait.
  const attacker = await (await browser.newContext()).newPage();
  const guess = async () => {
    const answer = await attacker.request.post('/api/v1/users/signin/', {
      data: { username: person.email, password: 'Guessed-2026!' },
    });
    return answer.status();
  };
  for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toBe(401);
  expect(await guess()).toBe(429);

  // The screen states the waiting time. Even the right password does not help there.
  await attacker.goto('/login');
  const refused = await submitPassword(attacker, person.email, person.password);
  await expect(refused.getByText(/^Too many attempts\. Try again in \d+ minutes\.$/)).toBeVisible();

  // The owner's browser is known to the account by a cookie that scripts cannot read.
  await page.goto('/login');
  expect(await page.evaluate(() => document.cookie)).not.toContain('aditus_browser');
  await fillSignIn(page, person.email, person.password);
  await page.waitForURL('**/orguser/requestRole');
});
