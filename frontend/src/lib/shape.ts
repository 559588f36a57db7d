/**
 * Checks that a value has the shape of `T`. Values from the browser's storage are checked before
 * use.
 */
export type Guard<T> = (value: unknown) => value is T;

export const isText: Guard<string> = (value) => typeof value === 'string';
export const isNumber: Guard<number> = (value) => typeof value === 'number';
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';

/** Accepts an object that has at least these properties. Optional properties need no guard. */
export const isShape =
  <T extends object>(guards: { [Key in keyof T]: Guard<T[Key]> }): Guard<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Guard<unknown>>(guards).every(([key, guard]) =>
      guard((value as Record<string, unknown>)[key]),
    );

export const isListOf =
  <T>(guard: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(guard);

/** Accepts an object with arbitrary keys whose values all have one shape. */
export const isMapOf =
  <T>(guard: Guard<T>): Guard<Record<string, T>> =>
  (value): value is Record<string, T> =>
    typeof value === 'object' && value !== null && Object.values(value).every(guard);

export const isMaybe =
  <T>(guard: Guard<T>): Guard<T | null | undefined> =>
  (value): value is T | null | undefined =>
    value === null || value === undefined || guard(value);

export const isOptional =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || guard(value);

export const isNullOr =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value);

export const isOneOf =
  <T extends string>(...texts: readonly T[]): Guard<T> =>
  (value): value is T =>
    (texts as readonly unknown[]).includes(value);
