import { expect, test, type Page } from '@playwright/test';
import { contrast, over, type Rgb } from '../src/testing/contrast';
import { beginSession, waitUntilRunning } from './aditus';

/** A colour as the browser draws it: red, green and blue from 0 to 255, opacity from 0 to 1. */
type Rgba = [number, number, number, number];

/** A colour of a field, on the backgrounds behind it from the nearest to the page. */
interface Part {
  kind: 'border' | 'placeholder' | 'icon' | 'focus';
  field: string;
  colour: Rgba;
  grounds: Rgba[];
}

/** The least contrast of texts, and of all other parts of a field (WCAG 1.4.3 and 1.4.11). */
const LEAST = { placeholder: 4.5, border: 3, icon: 3, focus: 3 } as const;

function contrastOf({ colour, grounds }: Part): number {
  const ground = grounds.reduceRight<Rgb>(
    (below, [red, green, blue, opacity]) => over([red, green, blue], opacity, below),
    [255, 255, 255],
  );
  const [red, green, blue, opacity] = colour;
  return contrast(over([red, green, blue], opacity, ground), ground);
}

/**
 * Reads the colours of all enabled fields of the page: borders, placeholders and icons, and what
 * marks each field while it has the focus. Runs in the browser.
 */
async function readParts(): Promise<Part[]> {
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const rgba = (colour: string, opacity = 1): Rgba => {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pixel.getImageData(0, 0, 1, 1).data;
    return [red!, green!, blue!, (alpha! / 255) * opacity];
  };
  const ancestors = (element: Element | null): Element[] =>
    element ? [element, ...ancestors(element.parentElement)] : [];
  const groundsBehind = (element: Element | null) =>
    ancestors(element).map((one) => rgba(getComputedStyle(one).backgroundColor));
  /** The opacity that an element has together with all around it. */
  const opacityOf = (element: Element) =>
    ancestors(element).reduce((all, one) => all * Number(getComputedStyle(one).opacity), 1);
  const nameOf = (element: Element) => {
    const { labels, name, id } = element as HTMLInputElement;
    return [
      element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? (name || id),
      element.getAttribute('type') ?? element.tagName.toLowerCase(),
    ].join(', ');
  };
  /** The element that is drawn as the field: it has the border, or is the picture of a tick box. */
  const frameOf = (control: Element) =>
    control.closest('.MuiInputBase-root, .MuiPickersInputBase-root') ??
    control.closest('.MuiCheckbox-root, .MuiRadio-root') ??
    ancestors(control).find((one) => parseFloat(getComputedStyle(one).borderTopWidth) > 0) ??
    control;
  /** The border of an element, if it has one. */
  const borderOf = (element: Element) => {
    const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element);
    return borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0
      ? rgba(borderTopColor, opacityOf(element))
      : undefined;
  };
  /** The lines of two pixels and more around the parts of a field, by a key of their look. */
  const ringsIn = (frame: Element) =>
    new Map(
      [frame, ...frame.querySelectorAll('*')].flatMap((one, place) => {
        // A ring around an element that is hidden visually is hidden with it.
        if (one.getBoundingClientRect().width <= 1) return [];
        const style = getComputedStyle(one);
        const lines = [
          ['border', style.borderTopStyle, style.borderTopWidth, style.borderTopColor],
          ['outline', style.outlineStyle, style.outlineWidth, style.outlineColor],
        ] as const;
        return lines
          .filter(([, look, width]) => look !== 'none' && parseFloat(width) >= 2)
          .map((line) => [`${place} ${line.join(' ')}`, rgba(line[3], opacityOf(one))] as const);
      }),
    );
  /** The first frame draws the focus, and the second comes after it. */
  const afterTwoFrames = async () => {
    for (let frames = 0; frames < 2; frames += 1)
      await new Promise((drawn) => requestAnimationFrame(drawn));
  };
  const controls = [
    ...document.querySelectorAll('main :is(input, textarea, select, [role=spinbutton])'),
  ].filter(
    (control) =>
      !control.matches(':disabled, [type=hidden], [aria-hidden=true], [tabindex="-1"]') &&
      !control.closest('.Mui-disabled') &&
      frameOf(control).getClientRects().length > 0,
  );
  const parts: Part[] = [];
  for (const control of controls) {
    const frame = frameOf(control);
    const field = nameOf(control);
    const inside = groundsBehind(frame);
    const outside = groundsBehind(frame.parentElement);
    const add = (kind: Part['kind'], colour: Rgba, grounds: Rgba[]) =>
      parts.push({ kind, field, colour, grounds });
    const isTick = frame.matches('.MuiCheckbox-root, .MuiRadio-root');

    const border = frame.querySelector(':scope > fieldset') ?? frame;
    if (!isTick) {
      const line = borderOf(border);
      // Without a border, nothing shows where the field is.
      for (const grounds of [inside, outside]) add('border', line ?? grounds[0]!, grounds);
    }
    for (const icon of frame.querySelectorAll('svg'))
      add('icon', rgba(getComputedStyle(icon).color, opacityOf(icon)), inside);
    if (control.matches('[placeholder]:placeholder-shown:not([placeholder=""])')) {
      const { color, opacity } = getComputedStyle(control, '::placeholder');
      add('placeholder', rgba(color, Number(opacity) * opacityOf(control)), inside);
    }
    // An empty date shows its format.
    if (control.matches('[role=spinbutton]'))
      add('placeholder', rgba(getComputedStyle(control).color, opacityOf(control)), inside);

    // The key above has focused the first one.
    (document.activeElement as HTMLElement).blur();
    await afterTwoFrames();
    const before = ringsIn(frame);
    (control as HTMLElement).focus({ preventScroll: true });
    /** The rings of the focus. One is enough, so the first is the one that is drawn strongest. */
    const ringsOfFocus = () =>
      [...(frame.contains(document.activeElement) ? ringsIn(frame) : [])]
        .filter(([key]) => !before.has(key))
        .map(([, colour]) => colour)
        .sort(([, , , one], [, , , other]) => other - one);
    // A busy browser needs more frames until the field has drawn its focus.
    let tries = 0;
    do {
      await afterTwoFrames();
      tries += 1;
    } while (ringsOfFocus().length === 0 && tries < 100);
    add('focus', ringsOfFocus()[0] ?? outside[0]!, outside);
  }
  return parts;
}

/** Returns the parts of the page's fields that are too weak. */
async function weakParts(page: Page): Promise<string[]> {
  // Without the focus of the window, no field is told that it has the focus.
  await page.waitForFunction(() => document.hasFocus());
  // The browser rings what gets the focus by a script only after a key was used.
  await page.keyboard.press('Tab');
  const parts = await page.evaluate(readParts);
  const kinds = new Set(parts.map(({ kind }) => kind));
  expect(kinds, 'every screen has fields').toContain('focus');
  return parts
    .filter((part) => contrastOf(part) < LEAST[part.kind])
    .map((part) => `${part.kind} of ${part.field}: ${contrastOf(part).toFixed(2)}`);
}

interface Screen {
  role?: string;
  path: string;
  /** A field of the screen, which is shown once the screen is complete. */
  field: RegExp;
}

const screens: readonly Screen[] = [
  { path: '/home', field: /Which data are you looking for/ },
  { role: 'Data Access Reviewer', path: '/datarequests', field: /Waiting for/ },
  // Texts, a choice of many records and a date.
  { role: 'Data Requester', path: '/requester/submitrequest?step=study', field: /Title/ },
  // Files, and questions with Yes and No.
  { role: 'Data Requester', path: '/requester/submitrequest?step=ethics', field: /Agreement/ },
  // Tick boxes, and one of several forms.
  { role: 'Data Requester', path: '/requester/submitrequest?step=purpose', field: /Electronic/ },
];

for (const { role, path, field } of screens) {
  test(`fields of ${path} stand out in both colours, also with the focus`, async ({ page }) => {
    if (role) await beginSession(page, role);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await waitUntilRunning(page);
      await expect(page.getByRole('main').getByLabel(field).first()).toBeAttached();
      expect(await weakParts(page), colorScheme).toEqual([]);
    }
  });
}
