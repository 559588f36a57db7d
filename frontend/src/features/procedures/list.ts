/** The text of a table without rows (3 §2.7). */
export const EMPTY = 'No List of Approval Procedure data available';
