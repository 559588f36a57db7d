import type { RefCallback } from 'react';

/**
 * Returns a ref that writes the height of a bar to a CSS variable, so that other elements avoid it
 * (`app/globalStyles.ts`).
 */
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

/** For the consent question about click tracking, at the bottom of the window. */
export const consentBar = measuredAs('--consent-bar');
/** For a page's own bar at the bottom of the window, above the consent question. */
export const pageBar = measuredAs('--page-bar');
/** Bottom position of a page's bar. */
export const PAGE_BAR_BOTTOM = 'var(--consent-bar, 0px)';
