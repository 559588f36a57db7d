import { expect, type Page } from '@playwright/test';

/** The address behind the button of a mail, without the origin, or undefined for a mail without one. */
export const linkOf = (text: string): string | undefined =>
  /https?:\/\/[^/\s]+(\/\S*)/.exec(text)?.[1];

interface Mail {
  to: string;
  text: string;
  sent_at: string;
}

/** The mails of the demonstration, newest first; to one address where one is named. */
export async function mails(page: Page, to?: string): Promise<Mail[]> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  // The server may end an idle connection in the moment in which this uses it again; a read may be repeated.
  const answer = await page.request.get(`/api/v1/demo/mailbox/${query}`, { maxRetries: 2 });
  return ((await answer.json()) as { data: Mail[] }).data;
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
