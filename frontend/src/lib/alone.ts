/**
 * Does something while no other tab of this browser does anything under the same name; it waits for its turn. A browser without Web Locks
 * does it at once.
 */
export async function alone<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return act();
  let begun = false;
  const begin = () => {
    begun = true;
    return act();
  };
  try {
    return await navigator.locks.request(`aditus.${name}`, begin);
  } catch (error) {
    // A browser that stores nothing refuses locks as well.
    if (begun) throw error;
    return act();
  }
}
