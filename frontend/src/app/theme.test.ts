import { expect, it } from 'vitest';
import { contrast, over, type Rgb } from '@/testing/contrast';
import { theme } from './theme';

const rgbOf = (hex: string): Rgb => [
  parseInt(hex.slice(1, 3), 16),
  parseInt(hex.slice(3, 5), 16),
  parseInt(hex.slice(5, 7), 16),
];

it.each(['light', 'dark'] as const)(
  'gives borders and hints of fields and the track of switches enough contrast in %s colours',
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

it('rings the focused button, tick box and tab, whose own outline MUI removes', () => {
  expect(theme().focusVisible).toMatchObject({
    outlineStyle: 'solid',
    outlineWidth: 2,
    outlineColor: 'var(--mui-palette-primary-main)',
  });
});
