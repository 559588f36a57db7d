/**
 * Does something while no other tab of this browser does anything under the same name; it waits for its turn. A browser without Web Locks
 * does it at once.
 */
export async function alone<T>(name: string, act: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(`aditus.${name}`, act) : act();
}
