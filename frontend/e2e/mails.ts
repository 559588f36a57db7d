import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

/** Returns the link of a mail without its origin, or undefined for a mail without a link. */
export const linkOf = (text: string): string | undefined =>
  /https?:\/\/[^/\s]+(\/\S*)/.exec(text)?.[1];

interface Mail {
  to: string;
  text: string;
  sent_at: string;
}

/**
 * The source of mails: the demo's own call, or the folder to which a server without a mail server
 * writes them.
 */
export type MailSource = Page | string;

/** Returns the sent mails, newest first, or only those to one address. */
export async function mails(from: MailSource, to?: string): Promise<Mail[]> {
  if (typeof from === 'string') {
    const kept = await readMailFolder(from);
    return to === undefined ? kept : kept.filter((mail) => mail.to === to);
  }
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
  // Retries, because the server may end an idle connection just as it is used again.
  const answer = await from.request.get(`/api/v1/demo/mailbox/${query}`, { maxRetries: 2 });
  return ((await answer.json()) as { data: Mail[] }).data;
}

async function readMailFolder(folder: string): Promise<Mail[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const kept = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const [content, { mtime }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
      return { ...readMail(content), sent_at: mtime.toISOString() };
    }),
  );
  return kept.sort((a, b) => b.sent_at.localeCompare(a.sent_at));
}

/** Returns the recipient of a mail and its plain text. */
function readMail(content: string): Pick<Mail, 'to' | 'text'> {
  const to = /^To: <?([^>\r\n]+)>?/m.exec(content)![1]!;
  const boundary = /boundary="([^"]+)"/.exec(content)![1]!;
  const plain = content.split(`--${boundary}`).find((part) => part.includes('text/plain'))!;
  const [headers, ...body] = plain.trimStart().split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(headers!)?.[1];
  if (encoding === 'base64') return { to, text: Buffer.from(text, 'base64').toString() };
  if (encoding !== 'quoted-printable') return { to, text };
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return { to, text: Buffer.from(bytes, 'latin1').toString() };
}

/**
 * Waits for a mail to the address that contains these words, and returns the link of the newest
 * one.
 */
export async function mailedLink(from: MailSource, to: string, words: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mail = (await mails(from, to)).find(({ text }) => text.includes(words));
      link = mail && linkOf(mail.text);
      return link;
    })
    .toBeDefined();
  return link!;
}
