import { expect, type Page } from '@playwright/test';
import { sessionOf } from './aditus';

/** Adds records to the dictionary by their calls; `headers` are a Super User's. Each answers the record, its id among the rest. */
export function adding(page: Page, headers: { Authorization: string }) {
  return async (path: string, data: object) => {
    const answer = await page.request.post(`/api/v1/data_dictionary/${path}/`, { headers, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as { data: Record<string, number> }).data;
  };
}

/** The same with a session of the demo's Super User, and the headers of it. */
export async function addingAsSuperUser(page: Page) {
  const { headers } = await sessionOf(page, 'Super User');
  return { headers, add: adding(page, headers) };
}
