import type { UseMutationOptions } from '@tanstack/react-query';
import { useAct } from '@/api/useAct';
import { PasskeyCancelled } from '@/lib/passkeys';

/** `useAct` for a call with a passkey. It has no error if the user closes the browser's dialog. */
export function usePasskeyAct<Data, Input = void>(
  options: UseMutationOptions<Data, Error, Input, unknown>,
) {
  const act = useAct(options);
  return { ...act, error: act.error instanceof PasskeyCancelled ? null : act.error };
}
