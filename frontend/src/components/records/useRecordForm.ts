import { useState, type Dispatch, type SetStateAction } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import { isStale } from '@/api/useStored';

/** What is wrong with a field: the same words beside it and as a toast, or words of their own. */
export type Fault = string | { beside: string; toast: string };

/** What is wrong with a form, in the order of its fields. */
export type Faults<Values> = Partial<Record<keyof Values & string, Fault>>;

const beside = (fault: Fault | undefined) => (typeof fault === 'object' ? fault.beside : fault);
const asToast = (fault: Fault) => (typeof fault === 'object' ? fault.toast : fault);

/** What was typed in a dialog, what is missing, and what the server says of it. */
export function useRecordForm<Values extends object>(
  [values, setValues]: readonly [Values, Dispatch<SetStateAction<Values>>],
  check: (values: Values) => Faults<Values>,
  /** Why the server refused the last attempt. */
  error: Error | null,
) {
  const [attempted, setAttempted] = useState(false);
  // The server's words about a field count until the field is changed.
  const [changed, setChanged] = useState<readonly string[]>([]);
  const told = error instanceof ApiError ? error.errors : {};
  const known = Object.keys(told).some((field) => field in values);

  type Field = keyof Values & string;
  const missingOf = (field: Field) => (attempted ? beside(check(values)[field]) : undefined);
  const toldOf = (field: Field) => (changed.includes(field) ? undefined : told[field]?.[0]);
  return {
    values,
    /** Whether somebody has tried to save. */
    attempted,
    /** Puts all fields anew. */
    fill: setValues,
    set: <Changed extends Field>(field: Changed, value: Values[Changed]) => {
      setValues((current) => ({ ...current, [field]: value }));
      setChanged((current) => [...current, field]);
    },
    /** The first fault of what was typed, in the order of the form; from then on each stands at its field. */
    attempt: (): { field: string; toast: string } | undefined => {
      setAttempted(true);
      for (const [field, fault] of Object.entries<Fault | undefined>(check(values))) {
        if (fault) return { field, toast: asToast(fault) };
      }
      // What the server says of the next attempt counts for every field.
      setChanged([]);
      return undefined;
    },
    /** What was left out, once somebody has tried to save. */
    missingOf,
    /** What the server says of a field. */
    toldOf,
    /** Either. */
    faultOf: (field: Field) => missingOf(field) ?? toldOf(field),
    /** Why the server refused, where neither a field nor the notice of a stale save says so. */
    refusal: error && !known && !isStale(error) ? messageOf(error) : undefined,
  };
}
