import type { Page } from '@playwright/test';
import { successfulData } from './submissions';

type Headers = { Authorization: string };

const days = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "04 December 2026", the format of dates on screens. */
export const longDay = (day: string | Date): string => days.format(new Date(day));

interface Row {
  title: string;
  due: { on: string | null } | null;
}

/**
 * Returns the due date of a request in the list of a person who can decide. Empty without one, and
 * while the clock is paused.
 */
export async function dueDay(page: Page, headers: Headers, title: string): Promise<string> {
  const rows = await successfulData<Row[]>(
    await page.request.get('/api/v1/data_requests/', { headers, params: { search: title } }),
  );
  return rows.find((row) => row.title === title)?.due?.on ?? '';
}

const PROCEDURES = '/api/v1/data_requests/approval_procedures/';
const STAGES = '/api/v1/data_requests/stage/';

/** The fields of a stage that only describe it, and that a change does not take. */
const described = ['stage_id', 'procedure', 'role_name', 'stage_type_name'];

/**
 * Gives the stage of a role in the first procedure a target, as a Super User who has confirmed the
 * password.
 */
export async function setTarget(
  page: Page,
  headers: Headers,
  role: string,
  target: number,
): Promise<void> {
  const stages = await successfulData<{ stage_id: number; role_name: string }[]>(
    await page.request.get(`${STAGES}?approval_procedure=1&page_size=100`, { headers }),
  );
  const stage = stages.find(({ role_name }) => role_name === role)!;
  const fields = Object.entries(stage).filter(([name]) => !described.includes(name));
  const data = { ...Object.fromEntries(fields), target };
  await successfulData(await page.request.put(`${STAGES}${stage.stage_id}/`, { headers, data }));
}

/** Gives the first procedure a completion window, as such a Super User. */
export async function setCompletionWindow(
  page: Page,
  headers: Headers,
  weeks: number,
): Promise<void> {
  const path = `${PROCEDURES}1/`;
  const { name, description } = await successfulData<{ name: string; description: string }>(
    await page.request.get(path, { headers }),
  );
  const data = { name, description, completion_window: weeks };
  await successfulData(await page.request.put(path, { headers, data }));
}
