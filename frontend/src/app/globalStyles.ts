import type { CSSObject } from '@mui/material/styles';
import { LOW_WINDOW } from '@/ui/looks';

/**
 * Keeps the focused element clear of the header, the toasts and the bars at the bottom of the
 * window. `--toasts` is the lower edge of the toasts; the other two variables are the heights of
 * the bars (`ui/bars.ts`).
 */
export const keepFocusInView: CSSObject = {
  html: {
    scrollPaddingTop: 'calc(max(64px, var(--toasts, 0px)) + 12px)',
    scrollPaddingBottom: 'calc(var(--consent-bar, 0px) + var(--page-bar, 0px) + 12px)',
    [LOW_WINDOW]: {
      scrollPaddingTop: 'calc(var(--toasts, 0px) + 12px)',
      scrollPaddingBottom: 12,
    },
  },
};
