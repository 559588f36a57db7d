/** The word for the status of an organisation role (3 §4). */
export const offerStatus = (status: boolean): string => (status ? 'Activated' : 'Deactivated');
