/** The page as the browser sees it. Tests replace its methods, because jsdom cannot navigate. */
export const browserPage = {
  /** Leaves the application for an address elsewhere. */
  leaveFor: (address: string): void => globalThis.location.assign(address),
};
