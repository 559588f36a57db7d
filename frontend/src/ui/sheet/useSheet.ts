import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fieldErrors, messageOf, NetworkError } from '@/api/errors';
import type { PathPrefix } from '@/api/operations';
import { invalidate } from '@/api/query';
import { useSession } from '@/api/session';
import { isStale } from '@/api/useStored';
import { withTabLock } from '@/lib/tabLock';
import { faultOf, faultsOf, type SheetColumn } from './columns';
import {
  isSame,
  isStored,
  newKey,
  valuesOf,
  withCell,
  without,
  type Draft,
  type Values,
} from './drafts';
import { useLocalDrafts } from './useLocalDrafts';

/** The result of the last attempt to save a row. */
interface Outcome {
  saving?: boolean;
  /** True after an attempt. From then on, cells show validation errors. */
  attempted?: boolean;
  /** The server's errors by cell, until the cell is changed. */
  serverErrors?: Record<string, string>;
  message?: string;
  /** True if the row was changed by someone else since it was read. */
  stale?: boolean;
  /** True if the call got no usable response (`NetworkError`). */
  lost?: boolean;
}

/** A saved record, as shown in the sheet. */
export interface SheetRow {
  id: number;
  rowVersion: number;
  values: Values;
}

interface Options {
  /** Name under which unsaved changes of this sheet are kept on the device. */
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly SheetRow[];
  empty: Values;
  /** Saves or adds one record. */
  save: (id: number | undefined, values: Values, rowVersion?: number) => Promise<unknown>;
  /** The paths to refresh after a save. */
  refreshed: readonly PathPrefix[];
}

export const keyOfRow = (id: number) => String(id);

type FilledCell = readonly [key: string, field: string, text: string];

/** Removes the server's error of a changed cell. */
function withoutError(
  outcomes: Readonly<Record<string, Outcome>>,
  [key, field]: FilledCell,
): Readonly<Record<string, Outcome>> {
  const outcome = outcomes[key];
  return outcome
    ? {
        ...outcomes,
        [key]: { ...outcome, serverErrors: without(outcome.serverErrors ?? {}, field) },
      }
    : outcomes;
}

/**
 * Holds the unsaved changes of a sheet. They are kept on this device under the account until they
 * are saved or discarded, across pages and without a connection.
 */
export function useSheet({ name, columns, rows, empty, save, refreshed }: Options) {
  const client = useQueryClient();
  // The account that made the changes, as the session may end while the sheet is shown.
  const session = useSession();
  const [userId] = useState(session?.user.user_id ?? 0);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  // A new object for each added row, because keys are reused.
  const [begun, setBegun] = useState<{ key: string }>();
  const { drafts, isKept, change, read } = useLocalDrafts(userId, name, (keys) => {
    setOutcomes((current) => keys.reduce(without<Outcome>, current));
    // Another tab has probably saved them.
    void invalidate(client, ...refreshed);
  });

  const rowOf = (key: string) => rows.find(({ id }) => keyOfRow(id) === key);
  const draftOf = (key: string): Draft => {
    const row = rowOf(key);
    return (
      drafts[key] ??
      (row
        ? { id: row.id, rowVersion: row.rowVersion, base: row.values, changed: {} }
        : { base: empty, changed: {} })
    );
  };
  const report = (key: string, outcome: Outcome) =>
    setOutcomes((current) => ({ ...current, [key]: outcome }));
  const columnOf = (field: string) => columns.find((column) => column.field === field);

  /** True for an added row that is being saved: until it has an id, changes could not be saved. */
  const isLocked = (key: string) =>
    drafts[key] !== undefined && drafts[key].id === undefined && outcomes[key]?.saving === true;

  const fill = (typed: readonly FilledCell[]) => {
    const cells = typed.filter(([key]) => !isLocked(key));
    change((current) =>
      cells.reduce(
        (filled, [key, field, text]) => withCell(filled, key, draftOf(key), field, text),
        current,
      ),
    );
    setOutcomes((current) => cells.reduce(withoutError, current));
  };
  /**
   * Drops the draft of a row, and the outcome of its last save. With `saved`, the draft stays if it
   * has changed since.
   */
  const discard = (key: string, saved?: Draft) => {
    change((current) => {
      const draft = current[key];
      const isLater = saved?.id !== undefined && draft && !isSame(draft.changed, saved.changed);
      return isLater ? current : without(current, key);
    });
    setOutcomes((current) => without(current, key));
  };

  // Drops the changes of rows whose save succeeded but whose response was lost, so that they are
  // not saved twice.
  const settled = Object.keys(drafts).filter((key) => {
    const row = rowOf(key);
    return row && drafts[key] && !outcomes[key]?.saving && isStored(drafts[key], row);
  });
  useEffect(() => settled.forEach((key) => discard(key)));

  /** Saves a row. Returns true on success. */
  const send = async (key: string, draft: Draft): Promise<boolean> => {
    const values = valuesOf(draft);
    if (Object.keys(faultsOf(columns, values)).length > 0) {
      report(key, { attempted: true });
      return false;
    }
    report(key, { saving: true });
    try {
      await save(draft.id, values, draft.rowVersion);
    } catch (error) {
      const failed = error instanceof Error ? error : new Error(String(error));
      const serverErrors = Object.entries(fieldErrors(failed)).filter(([field]) => columnOf(field));
      report(key, {
        attempted: true,
        serverErrors: Object.fromEntries(serverErrors),
        message: serverErrors.length > 0 ? undefined : messageOf(failed),
        stale: isStale(failed),
        lost: failed instanceof NetworkError,
      });
      return false;
    }
    return true;
  };
  /**
   * Saves rows while holding a lock, so that rows saved by another tab meanwhile are not sent
   * again.
   */
  const saveAll = async (keys: readonly string[] = Object.keys(drafts)) => {
    const mine = keys.filter((key) => drafts[key] && !outcomes[key]?.saving);
    mine.forEach((key) => report(key, { saving: true }));
    return withTabLock(`${userId}.${name}`, async () => {
      const saved: [key: string, draft: Draft][] = [];
      for (const key of mine) {
        const draft = read()[key];
        if (!draft) discard(key);
        else if (await send(key, draft)) saved.push([key, draft]);
      }
      // Keeps the drafts until the saved values are loaded, so that the cells do not flicker.
      await invalidate(client, ...refreshed);
      for (const [key, draft] of saved) discard(key, draft);
      return saved.length;
    });
  };

  return {
    drafts,
    /** False if the browser does not store the drafts. */
    isKept,
    /** The keys of new rows, in order. */
    added: Object.keys(drafts).filter((key) => drafts[key]?.id === undefined),
    /** Changed rows that are not on this page, or no longer exist. */
    elsewhere: Object.keys(drafts).filter(
      (key) => drafts[key]?.id !== undefined && rowOf(key) === undefined,
    ),
    textOf: (key: string, field: string) => valuesOf(draftOf(key))[field] ?? '',
    isChanged: (key: string, field: string) => field in (drafts[key]?.changed ?? {}),
    faultOf: (key: string, field: string): string | undefined => {
      const draft = drafts[key];
      const column = columnOf(field);
      if (!draft || !column) return undefined;
      const judged = outcomes[key]?.attempted || (draft.id !== undefined && field in draft.changed);
      const missing = judged ? faultOf(column, valuesOf(draft)[field] ?? '') : undefined;
      return missing ?? outcomes[key]?.serverErrors?.[field];
    },
    /** Returns the saved value of a cell after a stale save, if someone else has changed it. */
    savedValue: (key: string, field: string): string | undefined => {
      const now = outcomes[key]?.stale ? rowOf(key)?.values[field] : undefined;
      return now === drafts[key]?.base[field] ? undefined : now;
    },
    outcomeOf: (key: string): Outcome => outcomes[key] ?? {},
    isLocked,
    set: (key: string, field: string, text: string) => fill([[key, field, text]]),
    discard: (key: string) => discard(key),
    discardAll: () => {
      change(() => ({}));
      setOutcomes({});
    },
    /** The row that was added last, until it is focused. */
    begun,
    endBegin: () => setBegun(undefined),
    addRow: (): string => {
      let key = '';
      change((current) => {
        key = newKey(current);
        return { ...current, [key]: { base: empty, changed: {} } };
      });
      setBegun({ key });
      return key;
    },
    /** Sets the texts of several cells at once, and creates new rows for unknown keys. */
    fill,
    saveRow: (key: string) => saveAll([key]),
    saveAll,
    /** Saves a row over the version that someone else has saved. */
    overwrite: async (key: string) => {
      const row = rowOf(key);
      const draft = drafts[key];
      if (!row || !draft) return;
      const next = { ...draft, rowVersion: row.rowVersion };
      change((current) => ({ ...current, [key]: next }));
      if (await send(key, next)) {
        await invalidate(client, ...refreshed);
        discard(key, next);
      }
    },
  };
}

export type SheetState = ReturnType<typeof useSheet>;
