import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { slugOf } from '@/lib/product';

beforeEach(() => vi.resetModules());
afterEach(() => document.head.replaceChildren());

it.each([
  ['Aditus', 'aditus'],
  ['Porta Salutis', 'porta-salutis'],
  [' Données & Santé 2 ', 'donnees-sante-2'],
  ['健康', '健康'],
  ['!!!', 'us'],
])('derives a slug from the name %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

it('takes the product name from the page', async () => {
  document.head.innerHTML = '<meta name="application-name" content="Porta Salutis" />';
  const { product } = await import('@/lib/product');
  const { paths } = await import('./paths');
  expect(product).toEqual({
    name: 'Porta Salutis',
    about: 'About Porta Salutis',
    slug: 'porta-salutis',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
  });
  expect(paths.about).toBe('/about-porta-salutis');
});

it('names Aditus in no other source file than product.ts', () => {
  const sources = import.meta.glob<string>('/src/**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  const naming = Object.entries(sources).filter(
    ([file, text]) =>
      !/\.test\.tsx?$|^\/src\/(testing|api\/schema\.gen)/.test(file) && text.includes('Aditus'),
  );
  expect(naming.map(([file]) => file)).toEqual(['/src/lib/product.ts']);
});

it('is named Aditus if the page has no name', async () => {
  const { product } = await import('@/lib/product');
  expect(product.name).toBe('Aditus');
});
