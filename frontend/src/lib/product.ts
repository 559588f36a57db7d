/** Name of the free software itself, regardless of the product name that an institution chooses. */
export const SOFTWARE = 'Aditus';

/**
 * The product name on screens. The path of the about screen contains its slug (decisions, "Names
 * and constants"). The server writes the configured name into the page.
 */
const name =
  // There is no document during prerendering (`app/prerender.tsx`).
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ||
  SOFTWARE;

/**
 * Converts a name for use in a path: lower case, with hyphens for all characters but letters and
 * digits.
 */
export function slugOf(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'us'
  );
}

export const product = {
  name,
  about: `About ${name}`,
  slug: slugOf(name),
  /** The version of the build, which is also the version of the server that contains it. */
  version: import.meta.env.VITE_VERSION as string,
} as const;
