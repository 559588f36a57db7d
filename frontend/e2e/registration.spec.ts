import { expect, test, type Page } from '@playwright/test';
import { fillSignIn, isSound, signInAs, signOut } from './aditus';

const PASSWORD = 'Newcomer-2026!';

/** The code in the newest mail to an address that nobody had before. */
async function codeTo(page: Page, email: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const answer = await page.request.get(
        `/api/v1/demo/mailbox/?to=${encodeURIComponent(email)}`,
      );
      const { data } = (await answer.json()) as { data: { text: string }[] };
      code = data.map(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1]).find(Boolean);
      return code;
    })
    .toBeDefined();
  return code!;
}

test('a stranger registers, asks for a role, is granted it and arrives', async ({ page }, {
  project,
}) => {
  const email = `ines.${project.name}@lakeside-clinic.example`;
  const phone = project.name === 'desk' ? '2125550171' : '2125550172';

  await page.goto('/home');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click();
  const form = page.getByRole('dialog', { name: 'Sign Up' });
  await form.getByLabel('First Name').fill('Ines');
  await form.getByLabel('Last Name').fill('Marlowe');
  await form.getByRole('combobox', { name: /^Country/ }).fill('United States');
  await page
    .getByRole('option', { name: /United States/ })
    .first()
    .click();
  await form.getByLabel(/^Phone/).fill(phone);
  await form.getByLabel(/^Email/).fill(email);
  await form.getByRole('combobox', { name: /^Organisation/ }).fill('Lakeside Clinic');
  await form.getByLabel(/^Occupation/).fill('Epidemiologist');
  await form.getByLabel(/^Department/).fill('Public health');
  await form.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD);
  await form.getByRole('textbox', { name: /^Confirm Password/ }).fill(PASSWORD);
  await isSound(page);
  await form.getByRole('button', { name: 'Register' }).click();

  await page.waitForURL('**/otp-page');
  await expect(page.getByRole('heading', { name: 'Verify Account' })).toBeVisible();
  await isSound(page);
  await page.getByRole('textbox', { name: /OTP|code/i }).fill(await codeTo(page, email));
  const verify = page.getByRole('button', { name: 'Verify', exact: false });
  if (await verify.isVisible()) await verify.click();
  await page.waitForURL('**/registeredSuccessfully');
  await expect(page.getByRole('heading', { name: 'Your account is registered' })).toBeVisible();
  await isSound(page);

  await page
    .getByRole('button', { name: 'Request a role' })
    .or(page.getByRole('link', { name: 'Request a role' }))
    .click();
  await page.waitForURL('**/orguser/requestRole');
  await expect(page.getByRole('heading', { name: /Request Role/ }).first()).toBeVisible();
  await isSound(page);
  await page
    .getByRole('button', { name: /^Request.*Data Requester/ })
    .first()
    .click();
  await expect(
    page.getByText('You have successfully requested for this role').first(),
  ).toBeVisible();
  await signOut(page);

  await signInAs(page, 'Super User');
  await page.goto('/superuser/organisation?org_id=6&tab=requests');
  const asked = page.getByRole('main').getByRole('listitem').filter({ hasText: email });
  await expect(asked).toBeVisible();
  await isSound(page);
  await asked.getByRole('button', { name: /^Grant/ }).click();
  const grant = page.getByRole('dialog');
  await grant.getByLabel(/^Your password/).fill('Demo-2026!');
  await grant.getByRole('button', { name: /^Grant/ }).click();
  await expect(
    page.getByText('You have successfully attended to this request').first(),
  ).toBeVisible();
  await signOut(page);

  await page.goto('/login');
  await fillSignIn(page, email, PASSWORD);
  await page.waitForURL('**/requester/home');
  await isSound(page);
});
