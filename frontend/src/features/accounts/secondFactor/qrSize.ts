/** The size of a QR code, and of its placeholder. */
export const qrSize = {
  display: 'block',
  width: 240,
  maxWidth: '100%',
  aspectRatio: '1',
  borderRadius: 1,
} as const;
