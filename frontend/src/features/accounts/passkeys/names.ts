/** Returns the error of the name of a passkey. */
export const checkName = ({ name }: { name: string }) => ({
  name: name.trim() ? undefined : 'The name is required',
});
