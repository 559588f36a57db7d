import createCache from '@emotion/cache';

/**
 * The properties that tests can observe without a layout: they decide if an element is visible, is
 * a block (which affects accessible names), receives pointer events, or scrolls.
 */
const asked =
  /^(display|visibility|opacity|content|pointer-events|user-select|position|overflow(-[xy])?)$/;

interface StyleElement {
  type: string;
  /** The property, if the element is a declaration. */
  props: string | string[];
  value: string;
  return: string;
}

/**
 * An Emotion cache that drops declarations that no test can observe. jsdom evaluates all matching
 * declarations for each query by role or visibility, which took a quarter of the time of all tests.
 */
export const styleCache = createCache({
  key: 'css',
  stylisPlugins: [
    (element: StyleElement) => {
      if (element.type === 'decl' && !asked.test(String(element.props))) {
        element.value = '';
        element.return = '';
      }
    },
  ],
});

/** Removes all styles. Otherwise each query would also evaluate those of earlier screens. */
export function forgetStyles(): void {
  styleCache.sheet.flush();
  styleCache.inserted = {};
  styleCache.registered = {};
}
