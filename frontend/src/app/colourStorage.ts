import { dropUnless } from '@/lib/stored';

/** The choice of colours is MUI's to keep, under these names, and MUI takes for a choice whatever it finds. */
export function dropUnknownColours(): void {
  for (const key of ['mui-mode', 'mui-color-scheme-light', 'mui-color-scheme-dark']) {
    dropUnless('localStorage', key, /^(light|dark|system)$/);
  }
}
