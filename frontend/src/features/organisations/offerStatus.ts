/** Returns the label of an organisation role's status (3 §4). */
export const offerStatus = (status: boolean): string => (status ? 'Activated' : 'Deactivated');
