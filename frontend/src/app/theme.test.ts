import { expect, it } from 'vitest';
import { theme } from './theme';

type Rgb = [number, number, number];

const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb;

/** Returns the relative luminance of WCAG. */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

const over = (colour: Rgb, opacity: number, ground: Rgb): Rgb =>
  colour.map((part, at) => part * opacity + ground[at]! * (1 - opacity)) as Rgb;

it.each(['light', 'dark'] as const)(
  'gives the borders and hints of fields sufficient contrast in %s colours',
  (mode) => {
    const { palette, opacity } = theme().colorSchemes[mode]!;
    for (const ground of [palette.background.default, palette.background.paper, palette.quiet]) {
      const below = rgbOf(ground);
      expect(contrast(rgbOf(palette.fieldBorder), below)).toBeGreaterThanOrEqual(3);
      const hint = over(rgbOf(palette.text.primary), opacity.inputPlaceholder, below);
      expect(contrast(hint, below)).toBeGreaterThanOrEqual(4.5);
      const track = over(
        mode === 'light' ? [0, 0, 0] : [255, 255, 255],
        opacity.switchTrack,
        below,
      );
      expect(contrast(track, below)).toBeGreaterThanOrEqual(3);
    }
  },
);
