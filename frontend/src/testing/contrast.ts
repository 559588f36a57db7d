/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Returns the relative luminance of WCAG. */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of WCAG, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the colour that shows if a colour of this opacity lies on the ground. */
export const over = (colour: Rgb, opacity: number, ground: Rgb): Rgb => [
  colour[0] * opacity + ground[0] * (1 - opacity),
  colour[1] * opacity + ground[1] * (1 - opacity),
  colour[2] * opacity + ground[2] * (1 - opacity),
];
