import axe from 'axe-core';

/**
 * Returns the violations that axe finds in an element. Contrasts and sizes need a real browser
 * (`e2e/accessibility.spec.ts`), because jsdom draws nothing.
 */
export async function violationsOf(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    runOnly: {
      type: 'tag',
      values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    },
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    resultTypes: ['violations'],
  });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
