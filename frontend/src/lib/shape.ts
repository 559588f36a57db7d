/** Says whether a value has the shape of `T`. What a browser's storage holds is asked before it is believed. */
export type Guard<T> = (value: unknown) => value is T;

export const isText: Guard<string> = (value) => typeof value === 'string';
export const isNumber: Guard<number> = (value) => typeof value === 'number';
export const isFlag: Guard<boolean> = (value) => typeof value === 'boolean';

/** An object with these properties at least. A property that may be absent may go unasked. */
export const isShape =
  <T extends object>(guards: { [Key in keyof T]: Guard<T[Key]> }): Guard<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Guard<unknown>>(guards).every(([key, fits]) =>
      fits((value as Record<string, unknown>)[key]),
    );

export const isListOf =
  <T>(fits: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(fits);

/** An object of any keys with values of one shape. */
export const isMapOf =
  <T>(fits: Guard<T>): Guard<Record<string, T>> =>
  (value): value is Record<string, T> =>
    typeof value === 'object' && value !== null && Object.values(value).every(fits);

/** May also be null, or absent. */
export const isMaybe =
  <T>(fits: Guard<T>): Guard<T | null | undefined> =>
  (value): value is T | null | undefined =>
    value === null || value === undefined || fits(value);

export const isOptional =
  <T>(fits: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || fits(value);

export const isNullOr =
  <T>(fits: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || fits(value);

export const isOneOf =
  <T extends string>(...texts: readonly T[]): Guard<T> =>
  (value): value is T =>
    (texts as readonly unknown[]).includes(value);
