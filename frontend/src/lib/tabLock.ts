/**
 * Runs `act` while holding the Web Lock `name`, so that only one tab runs it at a time. Browsers
 * without Web Locks run it at once.
 */
export async function withTabLock<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return act();
  let begun = false;
  const begin = () => {
    begun = true;
    return act();
  };
  try {
    return await navigator.locks.request(`aditus.${name}`, begin);
  } catch (error) {
    // A browser that blocks storage also refuses locks, so `act` then runs without one.
    if (begun) throw error;
    return act();
  }
}
