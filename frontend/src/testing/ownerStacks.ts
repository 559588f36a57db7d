import React from 'react';

/**
 * React's development build notes for every element where in the code it was made, to say so in a warning, which were a seventh of the time of
 * all tests. It leaves that out where there are too many; here it counts too many from the start. There is no public way to say so: where
 * the counter has another name one day, the tests are slow again, and nothing else.
 */
export function leaveOutOwnerStacks(): void {
  const internals: unknown = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  );
  if (typeof internals !== 'object' || internals === null) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  });
}
