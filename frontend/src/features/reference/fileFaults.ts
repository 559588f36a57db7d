import type { ApiError } from '@/api/errors';

/** A fault in one line or cell of a file. */
export interface LineFault {
  key: string;
  /** A text such as "Line 4, district"; empty if the fault is not about a line. */
  place: string;
  message: string;
}

const FIELD = /^file\[(\d+)\](?:\.(\w+))?$/;

/**
 * Returns the faults of a file in the order of its lines. The server names them by line, such as
 * `file[4].district`; `file` is for faults that it only counted.
 */
export function faultsOf({ errors }: ApiError): LineFault[] {
  const found = Object.entries(errors).flatMap(([field, messages]) => {
    const [, line, column] = FIELD.exec(field) ?? [];
    const place = line ? `Line ${line}${column ? `, ${column}` : ''}` : '';
    const order = line ? Number(line) : Infinity;
    return messages.map((message, index) => ({ key: `${field} ${index}`, place, message, order }));
  });
  // The subtraction of two infinite orders would be NaN. The sort is stable, so equal ones keep
  // their order.
  return found
    .sort((one, other) => (one.order === other.order ? 0 : one.order - other.order))
    .map(({ key, place, message }) => ({ key, place, message }));
}
