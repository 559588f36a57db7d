import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fieldErrors, messageOf, NetworkError } from '@/api/errors';
import { useSession } from '@/api/session';
import { isStale } from '@/api/useStored';
import { alone } from '@/lib/alone';
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
import { useKeptDrafts } from './useKeptDrafts';

/** What became of the last attempt to save a row. */
interface Outcome {
  saving?: boolean;
  /** From then on each cell says what is missing in it. */
  attempted?: boolean;
  /** The server's words about a cell, until it is changed. */
  told?: Record<string, string>;
  /** Why it was not saved. */
  message?: string;
  /** Somebody else has saved it since it was read. */
  stale?: boolean;
  /** The call was lost. */
  lost?: boolean;
}

/** A record as the sheet knows it. */
export interface SheetRow {
  id: number;
  rowVersion: number;
  values: Values;
}

interface Options {
  /** What the changes of this sheet are kept under on the device, until they are saved. */
  name: string;
  columns: readonly SheetColumn[];
  /** The rows of the page that is shown. */
  rows: readonly SheetRow[];
  /** The cells of a row to add. */
  empty: Values;
  /** Saves a record, or adds one: one call. */
  save: (id: number | undefined, values: Values, rowVersion?: number) => Promise<unknown>;
}

export const keyOfRow = (id: number) => String(id);

/** A text for a cell. */
type FilledCell = readonly [key: string, field: string, text: string];

/** The server's words about a cell are of what stood in it before. */
function untold(
  outcomes: Readonly<Record<string, Outcome>>,
  [key, field]: FilledCell,
): Readonly<Record<string, Outcome>> {
  const outcome = outcomes[key];
  return outcome
    ? { ...outcomes, [key]: { ...outcome, told: without(outcome.told ?? {}, field) } }
    : outcomes;
}

/**
 * What was typed into a sheet and is not saved yet. It is kept on this device under the account, whichever page is shown and whether
 * there is a connection or not, until a row is saved or somebody discards it.
 */
export function useSheet({ name, columns, rows, empty, save }: Options) {
  const client = useQueryClient();
  // Whoever typed it: the session may end while this is shown.
  const session = useSession();
  const [userId] = useState(session?.user.user_id ?? 0);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  // Another object for each row that is added: a key comes again once its row is gone.
  const [begun, setBegun] = useState<{ key: string }>();
  const { drafts, isKept, change, read } = useKeptDrafts(userId, name, (keys) => {
    setOutcomes((current) => keys.reduce(without<Outcome>, current));
    // Another tab has saved them, as likely as not.
    void client.invalidateQueries();
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

  const fill = (cells: readonly FilledCell[]) => {
    change((current) =>
      cells.reduce(
        (filled, [key, field, text]) => withCell(filled, key, draftOf(key), field, text),
        current,
      ),
    );
    setOutcomes((current) => cells.reduce(untold, current));
  };
  /** Forgets what was typed into a row; with a draft that was saved, nothing that was typed since. */
  const discard = (key: string, saved?: Draft) => {
    change((current) => {
      const draft = current[key];
      const isLater = saved?.id !== undefined && draft && !isSame(draft.changed, saved.changed);
      return isLater ? current : without(current, key);
    });
    setOutcomes((current) => without(current, key));
  };

  // A row whose answer was lost, with the connection or the page, is not to be saved a second time.
  const settled = Object.keys(drafts).filter((key) => {
    const row = rowOf(key);
    return row && drafts[key] && !outcomes[key]?.saving && isStored(drafts[key], row);
  });
  useEffect(() => settled.forEach((key) => discard(key)));

  /** Sends a row; answers whether it is saved. */
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
      const told = Object.entries(fieldErrors(failed)).filter(([field]) => columnOf(field));
      report(key, {
        attempted: true,
        told: Object.fromEntries(told),
        message: told.length > 0 ? undefined : messageOf(failed),
        stale: isStale(failed),
        lost: failed instanceof NetworkError,
      });
      return false;
    }
    return true;
  };
  /** Sends rows, one tab at a time: what another one has saved meanwhile is not sent again. */
  const saveAll = async (keys: readonly string[] = Object.keys(drafts)) => {
    const mine = keys.filter((key) => drafts[key] && !outcomes[key]?.saving);
    mine.forEach((key) => report(key, { saving: true }));
    return alone(`${userId}.${name}`, async () => {
      const saved: [key: string, draft: Draft][] = [];
      for (const key of mine) {
        const draft = read()[key];
        if (!draft) discard(key);
        else if (await send(key, draft)) saved.push([key, draft]);
      }
      // What was typed stays in the cells until they show what is stored.
      await client.invalidateQueries();
      for (const [key, draft] of saved) discard(key, draft);
      return saved.length;
    });
  };

  return {
    drafts,
    /** False where the browser does not keep the drafts. */
    isKept,
    /** The keys of the rows to add, in order. */
    added: Object.keys(drafts).filter((key) => drafts[key]?.id === undefined),
    /** Changed rows that stand on another page, or nowhere any more. */
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
      return missing ?? outcomes[key]?.told?.[field];
    },
    /** The saved value of a cell after a stale save, where someone else has changed it. */
    savedValue: (key: string, field: string): string | undefined => {
      const now = outcomes[key]?.stale ? rowOf(key)?.values[field] : undefined;
      return now === drafts[key]?.base[field] ? undefined : now;
    },
    outcomeOf: (key: string): Outcome => outcomes[key] ?? {},
    set: (key: string, field: string, text: string) => fill([[key, field, text]]),
    discard: (key: string) => discard(key),
    discardAll: () => {
      change(() => ({}));
      setOutcomes({});
    },
    /** The row that was added last, until it has the focus to be filled in. */
    begun,
    endBegin: () => setBegun(undefined),
    /** Adds a row to fill in; answers its key. */
    addRow: (): string => {
      let key = '';
      change((current) => {
        key = newKey(current);
        return { ...current, [key]: { base: empty, changed: {} } };
      });
      setBegun({ key });
      return key;
    },
    /** Puts texts into cells at once; rows to add come into being by their keys. */
    fill,
    saveRow: (key: string) => saveAll([key]),
    saveAll,
    /** Lets the next save replace what somebody else has saved. */
    overwrite: async (key: string) => {
      const row = rowOf(key);
      const draft = drafts[key];
      if (!row || !draft) return;
      const next = { ...draft, rowVersion: row.rowVersion };
      change((current) => ({ ...current, [key]: next }));
      if (await send(key, next)) {
        await client.invalidateQueries();
        discard(key, next);
      }
    },
  };
}

export type SheetState = ReturnType<typeof useSheet>;
