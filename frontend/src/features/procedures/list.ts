/** The words of the specification for a table without a row (3 §2.7). */
export const EMPTY = 'No List of Approval Procedure data available';
