/** The free software itself, by whatever name an institution offers it. */
export const SOFTWARE = 'Aditus';

/**
 * The product as it names itself on screens; the about route carries its slug (decisions, "Names and constants"). The
 * server writes the configured name into the page.
 */
const name =
  // There is no document while the still pages are drawn (`app/still.tsx`).
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ||
  SOFTWARE;

/** A name as it stands in an address: lower case, and a hyphen for whatever is no letter and no digit. */
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
  /** The version of the build, which is that of the server that it stands in. */
  version: import.meta.env.VITE_VERSION as string,
} as const;
