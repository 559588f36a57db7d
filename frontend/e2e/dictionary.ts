import { expect, type Page } from '@playwright/test';
import { createSession } from './aditus';

/**
 * Returns a function that adds a record to the dictionary by its call and returns it, with its id.
 * `headers` are those of a Super User.
 */
export function recordCreator(page: Page, headers: { Authorization: string }) {
  return async (path: string, data: object) => {
    const answer = await page.request.post(`/api/v1/data_dictionary/${path}/`, { headers, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as { data: Record<string, number> }).data;
  };
}

/**
 * Returns the same function with a session of the demo's Super User, and the headers of that
 * session.
 */
export async function superUserRecordCreator(page: Page) {
  const { headers } = await createSession(page, 'Super User');
  return { headers, add: recordCreator(page, headers) };
}
