/** What a passkey is, for users who have not seen one. */
export const PASSKEY_IS =
  'A passkey is a sign-in with your finger, your face or the PIN of this device, or with a security key.';
