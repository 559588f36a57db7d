import type { CSSObject } from '@mui/material/styles';
import { LOW_WINDOW } from '@/components/looks';

/**
 * What gets the focus is scrolled out from under the header, toasts and the bars at the foot of the window. `--toasts` is the lower edge
 * of the toasts, the other two are the heights of the bars (`components/bars.ts`).
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
