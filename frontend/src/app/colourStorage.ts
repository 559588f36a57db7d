import { dropUnless } from '@/lib/stored';

/**
 * Removes invalid colour modes from storage. MUI stores the mode under these keys, and accepts any
 * value that it finds.
 */
export function dropUnknownColours(): void {
  for (const key of ['mui-mode', 'mui-color-scheme-light', 'mui-color-scheme-dark']) {
    dropUnless('localStorage', key, /^(light|dark|system)$/);
  }
}
