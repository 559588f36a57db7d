import { isShape, isText, type Guard } from '@/lib/shape';
import { readStored, store } from '@/lib/stored';

export interface ProviderWay {
  provider: string;
  label: string;
}

/** A way to sign in: the password, a passkey, or a provider. */
export type Way = 'password' | 'passkey' | ProviderWay;

const isProviderWay = isShape<ProviderWay>({ provider: isText, label: isText });
const isWay: Guard<Way> = (value): value is Way =>
  value === 'password' || value === 'passkey' || isProviderWay(value);

const KEY = 'aditus.signInWay';

/** The way of the last sign-in on this device. The sign-in dialog offers it first. */
export const lastWay = {
  get: (): Way | undefined => readStored('localStorage', KEY, isWay),
  set: (way: Way | undefined): void => void store('localStorage', KEY, way),
};
