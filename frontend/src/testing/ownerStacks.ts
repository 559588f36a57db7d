import React from 'react';

/**
 * Speeds up tests: React's development build records the stack of every created element for its
 * warnings, which took a seventh of the time of all tests. It stops doing so after a limit, and
 * this pretends that the limit is reached. There is no public option for it. If React renames the
 * counter, the tests only become slow again.
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
