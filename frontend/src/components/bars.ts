import type { RefCallback } from 'react';

/** Measures the height of a bar into a variable, for what must not lie under it (`app/globalStyles.ts`). */
function measuredAs(variable: string): RefCallback<HTMLElement> {
  return (bar) => {
    if (!bar) return undefined;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() =>
      style.setProperty(variable, `${Math.ceil(bar.getBoundingClientRect().height)}px`),
    );
    sizes.observe(bar);
    return () => {
      sizes.disconnect();
      style.removeProperty(variable);
    };
  };
}

/** Of the question about clicks, at the foot of the window. */
export const consentBar = measuredAs('--consent-bar');
/** Of what a page has at its foot; it stands above the question about clicks. */
export const pageBar = measuredAs('--page-bar');
/** Where the bar of a page stands. */
export const PAGE_BAR_BOTTOM = 'var(--consent-bar, 0px)';
