import { expect, type Page } from '@playwright/test';

/** The address behind the button of a mail, without the origin, or undefined for a mail without one. */
export const linkOf = (text: string): string | undefined =>
  /https?:\/\/[^/\s]+(\/\S*)/.exec(text)?.[1];

/** The mails of the demonstration, newest first; to one address where one is named. */
export async function mails(page: Page, to?: string): Promise<{ to: string; text: string }[]> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  const answer = await page.request.get(`/api/v1/demo/mailbox/${query}`);
  return ((await answer.json()) as { data: { to: string; text: string }[] }).data;
}

/** The link of the newest mail to the address that holds these words. */
export async function linkMailed(page: Page, to: string, words: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mail = (await mails(page, to)).find(({ text }) => text.includes(words));
      link = mail && linkOf(mail.text);
      return link;
    })
    .toBeDefined();
  return link!;
}
