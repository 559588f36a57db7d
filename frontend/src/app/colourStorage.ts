import { isText } from '@/lib/shape';
import { readStored, store } from '@/lib/stored';

const known = /^(light|dark|system)$/;

/** Keeps the choice of colours as all else is kept, and drops what is no choice. */
export const colourStorage = ({ key }: { key: string }) => {
  const name = `aditus.${key}`;
  return {
    get: (otherwise: unknown) => {
      const chosen = readStored('localStorage', name, isText);
      return chosen && known.test(chosen) ? chosen : otherwise;
    },
    set: (chosen: unknown) => void store('localStorage', name, chosen),
    subscribe: (tell: (chosen: unknown) => void) => {
      const listen = (event: StorageEvent) => {
        if (event.key === name) tell(readStored('localStorage', name, isText));
      };
      globalThis.addEventListener('storage', listen);
      return () => globalThis.removeEventListener('storage', listen);
    },
  };
};
