/** The data types of 3 §9. */
export const dataTypes = [
  'Text',
  'Number',
  'Decimal',
  'Binary',
  'Date',
  'Boolean',
  'Datetime',
  'JSON',
  'Blob',
  'XML',
] as const;
