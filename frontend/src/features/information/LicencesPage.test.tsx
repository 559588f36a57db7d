import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { product } from '@/lib/product';
import { groups, textsOf } from './licences';

it('opens from the footer, and shows the text of a licence when its line is opened', async () => {
  const { user } = renderApp('/home');
  const footer = await screen.findByRole('contentinfo');
  expect(within(footer).getByText(`Version ${product.version}`)).toBeVisible();
  await user.click(within(footer).getByRole('link', { name: 'Licences' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Licences' })).toBeVisible();
  expect(screen.queryByText(/EUROPEAN UNION PUBLIC LICENCE v. 1.2/)).toBeNull();
  await user.click(screen.getByText('The licence of Aditus'));
  expect(await screen.findByText(/EUROPEAN UNION PUBLIC LICENCE v. 1.2/)).toBeVisible();
});

it('searches by name and licence, and shows a text when nothing matches', async () => {
  const { user } = renderApp('/licences');
  const field = await screen.findByRole('searchbox', { name: 'Search by name or licence' });
  await user.type(field, 'OFL{Enter}');
  expect(await screen.findByText('Noto')).toBeVisible();
  expect(screen.queryByText('react')).toBeNull();
  await user.clear(field);
  await user.type(field, 'no such thing{Enter}');
  expect(await screen.findByText('No matching component')).toBeVisible();
});

it('has a licence text for every part', () => {
  const parts = groups.flatMap((group) => group.parts);
  expect(parts.length).toBeGreaterThan(400);
  expect(parts.filter((part) => textsOf(part).join('').length < 40)).toEqual([]);
  // Crates, C libraries, npm packages, and the fonts of server and frontend.
  const names = parts.map(({ name }) => name);
  for (const name of ['actix-web', 'OpenSSL', 'react', 'Noto', '@fontsource-variable/inter']) {
    expect(names).toContain(name);
  }
});
