/** The product as it names itself on screens; the about route carries its slug (decisions, "Names and constants"). */
export const product = {
  name: 'Aditus',
  about: 'About Aditus',
} as const;
