import { test } from '@playwright/test';
import { expectNoViolations } from './aditus';
import { visitEveryScreen, visitors } from './screens';

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

const looks = [
  { size: wide, colorScheme: 'light' },
  { size: wide, colorScheme: 'dark' },
  { size: narrow, colorScheme: 'dark' },
  { size: narrow, colorScheme: 'light' },
] as const;

for (const [place, visitor] of visitors.entries()) {
  test(`every screen of ${visitor} is accessible`, async ({ page }) => {
    test.setTimeout(600_000);
    const { addresses, visit } = await visitEveryScreen(page, visitor);
    for (const [index, { address, isFirst }] of addresses.entries()) {
      // The first role that may open a screen checks it in every look, each other role in one look
      // by turns.
      const checked = isFirst ? looks : [looks[(place + index) % looks.length]!];
      await page.setViewportSize(checked[0].size);
      await visit.open(address);
      const widths = new Set<number>();
      for (const { size, colorScheme } of checked) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        // At the same width, the light and the dark mode differ only in colours.
        const onlyColours = widths.has(size.width);
        if (!onlyColours) await visit.settle();
        await expectNoViolations(page, `${address} at ${size.width} px, ${colorScheme}`, {
          onlyColours,
        });
        widths.add(size.width);
      }
    }
  });
}
