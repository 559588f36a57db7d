import { useState } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import { isStale } from '@/api/useStored';

type Faults<Values> = Partial<Record<keyof Values & string, string>>;

/** What was typed in a dialog, what is missing, and what the server says of it. */
export function useRecordForm<Values extends object>(
  initial: Values,
  check: (values: Values) => Faults<Values>,
  /** Why the server refused the last attempt. */
  error: Error | null,
) {
  const [values, setValues] = useState(initial);
  const [attempted, setAttempted] = useState(false);
  // The server's words about a field count until the field is changed.
  const [changed, setChanged] = useState<readonly string[]>([]);
  const told = error instanceof ApiError ? error.errors : {};
  const known = Object.keys(told).some((field) => field in initial);
  return {
    values,
    /** Puts all fields anew. */
    fill: setValues,
    set: <Field extends keyof Values & string>(field: Field, value: Values[Field]) => {
      setValues((current) => ({ ...current, [field]: value }));
      setChanged((current) => [...current, field]);
    },
    /** The first fault of what was typed, in the order of the form; from then on each stands at its field. */
    attempt: (): string | undefined => {
      setAttempted(true);
      setChanged([]);
      return Object.values<string | undefined>(check(values)).find(Boolean);
    },
    faultOf: (field: keyof Values & string): string | undefined =>
      (attempted ? check(values)[field] : undefined) ??
      (changed.includes(field) ? undefined : told[field]?.[0]),
    /** Why the server refused, where neither a field nor the notice of a stale save says so. */
    refusal: error && !known && !isStale(error) ? messageOf(error) : undefined,
  };
}
