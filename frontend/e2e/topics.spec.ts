import { expect, test, type Page } from '@playwright/test';

import { superUserRecordCreator } from './dictionary';

const TOPIC = 'Mothers and newborns';

/** Adds a topic with one table at each of these places. */
async function addTopic(page: Page, topic: string, places: readonly [x: string, y: string][]) {
  const { add, headers } = await superUserRecordCreator(page);
  const { topic_id } = await add('topics/create', { topic, description: 'Read together.' });
  for (const [at, [pos_x, pos_y]] of places.entries()) {
    await add('topic_tables/create', { topic: topic_id, tbl: at + 1, pos_x, pos_y });
  }
  return { id: topic_id, headers };
}

test('a guest finds a topic, and reads the variables of one of its tables @phone', async ({
  page,
}, { project }) => {
  await page.goto('/datasource');
  await page.getByRole('link', { name: 'Browse by topic' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Topics' })).toBeVisible();
  await page.getByPlaceholder('Search for a topic').fill('newborn');
  const card = page.getByRole('link', { name: new RegExp(TOPIC) });
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(card).toContainText('8 tables');
  await card.click();
  await expect(page.getByRole('heading', { level: 1, name: TOPIC })).toBeVisible();
  const records = page.getByRole('region', { name: 'Electronic Medical Record' });
  await expect(
    records.getByText(/^delivery, Event, \d+ variables, depends on Patient$/),
  ).toBeVisible();
  const map = page.getByRole('figure', { name: `Map of ${TOPIC}` });
  if (project.name === 'desk') {
    await expect(map.locator('.react-flow__node')).toHaveCount(8);
    await expect(map.locator('.react-flow__edge')).toHaveCount(5);
  } else {
    // A still picture, with the numbers of the list.
    await expect(map.locator('svg text')).toHaveCount(8);
    await expect(map.getByRole('link')).toHaveCount(0);
  }

  // A reload opens the address as a shared link would.
  await page.reload();
  const delivery = (project.name === 'desk' ? map : records).getByRole('link', {
    name: /^Delivery/,
  });
  await delivery.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/datatable/*?tbl_name=delivery');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ variables$/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: TOPIC })).toBeVisible();
  await page.goBack();
  await expect(page.getByPlaceholder('Search for a topic')).toHaveValue('newborn');
});

test('an inactive topic leads back to the list of topics', async ({ page }) => {
  const topic = 'Read together';
  const { id, headers } = await addTopic(page, topic, [
    ['0.5', '0.5'],
    ['0.5', '0.5'],
  ]);
  await page.goto(`/topics/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: topic })).toBeVisible();
  // Two tables at the same place are both visible.
  const nodes = page.getByRole('figure').locator('.react-flow__node');
  await expect(nodes).toHaveCount(2);
  const [one, other] = [await nodes.first().boundingBox(), await nodes.last().boundingBox()];
  expect(Math.abs(one!.y - other!.y)).toBeGreaterThanOrEqual(Math.floor(one!.height));
  const put = await page.request.put(`/api/v1/data_dictionary/topics/update/${id}/`, {
    headers,
    data: { topic, description: 'Read together.', active: 0 },
  });
  expect(put.ok(), await put.text()).toBe(true);
  await page.reload();
  await expect(page.getByText('No Topics found')).toBeVisible();
  await page.getByRole('link', { name: 'All topics' }).click();
  await expect(page.getByRole('link', { name: new RegExp(TOPIC) })).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(topic) })).toHaveCount(0);
});
