import type { ApiError } from '@/api/errors';

/** What is wrong with one line or cell of a file. */
export interface LineFault {
  key: string;
  /** "Line 4, district"; empty where it is no line. */
  place: string;
  message: string;
}

const FIELD = /^file\[(\d+)\](?:\.(\w+))?$/;

/** The faults of a file in the order of its lines: the server names them `file[4].district`, and those that it only counted `file`. */
export function faultsOf({ errors }: ApiError): LineFault[] {
  const found = Object.entries(errors).flatMap(([field, messages]) => {
    const [, line, column] = FIELD.exec(field) ?? [];
    const place = line ? `Line ${line}${column ? `, ${column}` : ''}` : '';
    const order = line ? Number(line) : Infinity;
    return messages.map((message, index) => ({ key: `${field} ${index}`, place, message, order }));
  });
  // A sort keeps the order of equals, of which infinite ones have no difference.
  return found
    .sort((one, other) => (one.order === other.order ? 0 : one.order - other.order))
    .map(({ key, place, message }) => ({ key, place, message }));
}
