import { expect, test } from '@playwright/test';
import { beginSession, chooseRowAction } from './aditus';

test('a Super User compares two versions of a data source', async ({ page }, { project }) => {
  const headers = await beginSession(page, 'Super User');
  const api = async (path: string) => {
    const answer = await page.request.get(`/api/v1/data_dictionary/${path}`, { headers });
    return (await answer.json()) as { data: Record<string, number | string>[] };
  };
  const { data: sources } = await api('data_source/?search=Electronic%20Medical%20Record');
  const source = Number(sources[0]?.data_source_id);
  const { data: variables } = await api(`data_dictionary/?data_source=${source}&page_size=100`);
  const commit = async (message: string, left: number) => {
    const answer = await page.request.post('/api/v1/data_dictionary/version/', {
      headers,
      data: {
        data_source: source,
        message,
        variables: variables.slice(left).map(({ var_id }) => var_id),
      },
    });
    expect(answer.status()).toBe(200);
  };
  const [before, after] = [`Before ${project.name}`, `After ${project.name}`];
  await commit(before, 0);
  await commit(after, 2);

  await page.goto(`/superuser/data_dictionary?tab=versions&search=${encodeURIComponent(after)}`);
  await chooseRowAction(page, /^Actions for the version of/, 'Show what changed');
  await expect(
    page.getByRole('heading', {
      name: 'Changes in the Data Source called Electronic Medical Record',
    }),
  ).toBeVisible();
  await expect(page.getByText(before)).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Added 0$/ })).toBeVisible();
  const changes = page.getByRole('list', { name: 'Changes' });
  await expect(changes.getByRole('listitem').first()).toContainText('Removed');
  const first = changes.getByRole('listitem').filter({ hasText: 'Variable' }).first();
  await first.getByRole('button', { name: /^Show definition of/ }).click();
  await expect(first.getByText('Data Type')).toBeVisible();
  await first.getByRole('button', { name: /^History of/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Added/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  expect((await coming).suggestedFilename()).toMatch(/_changes_\d+_to_\d+\.csv$/);

  // In the opposite direction, removed variables count as added.
  const [here] = page.url().split('?');
  const newer = Number(here?.split('/').pop());
  await page.getByRole('combobox', { name: 'To version' }).click();
  await page.getByRole('option').filter({ hasText: before }).click();
  await page.waitForURL(new RegExp(`with=${newer}`));
  await page.getByRole('tab', { name: /^Added [1-9]/ }).click();
  await expect(changes.getByRole('listitem').first()).toContainText('Added');
  await page.reload();
  await expect(page.getByRole('tab', { name: /^Added [1-9]/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});
