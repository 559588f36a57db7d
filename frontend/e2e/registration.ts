import type { Locator, Page } from '@playwright/test';
import { waitUntilRunning } from './aditus';

export interface Registration {
  fname: string;
  sname: string;
  email: string;
  /** Without the prefix of the United States. */
  phone: string;
  organisation: string;
  password: string;
}

/** Opens the sign-up form as a guest and fills it in. Returns the form. */
export async function fillSignUp(page: Page, person: Registration): Promise<Locator> {
  await page.goto('/home');
  await waitUntilRunning(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click();
  const form = page.getByRole('dialog', { name: 'Sign Up' });
  await form.getByLabel('First Name').fill(person.fname);
  await form.getByLabel('Last Name').fill(person.sname);
  await form.getByRole('combobox', { name: /^Country/ }).fill('United States');
  await page.getByRole('option', { name: /^United States ?\+1$/ }).click();
  await form.getByLabel(/^Phone/).fill(person.phone);
  await form.getByLabel(/^Email/).fill(person.email);
  await form.getByRole('combobox', { name: /^Organisation/ }).fill(person.organisation);
  await form.getByLabel(/^Occupation/).fill('Epidemiologist');
  await form.getByLabel(/^Department/).fill('Public health');
  await form.getByRole('textbox', { name: /^Password/ }).fill(person.password);
  await form.getByRole('textbox', { name: /^Confirm Password/ }).fill(person.password);
  return form;
}
