import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { toast } from '@/lib/toast';
import { lengthMessage } from '@/lib/limits';
import { count } from '@/lib/numbers';
import { CellEditor } from './CellEditor';
import { cellText, shownText, type SheetColumn } from './columns';
import { newKey, type Drafts } from './drafts';
import { moved, next, type Place } from './move';
import { cellsOf } from './paste';
import { RowNotice } from './RowNotice';
import { keyOfRow, type SheetRow, type SheetState } from './useSheet';

interface Props {
  label: string;
  columns: readonly SheetColumn[];
  rows: readonly SheetRow[];
  sheet: SheetState;
  /** Names a row: "the variable birth_weight". */
  nameOf: (text: (field: string) => string, isNew: boolean) => string;
  /** Renders further actions of a row. New rows have none. */
  actions: (key: string) => ReactNode;
}

interface Editing extends Place {
  text: string;
}

const cellLook = {
  borderBottom: 1,
  borderRight: 1,
  borderColor: 'fieldBorder',
  p: 0,
  verticalAlign: 'top',
  textAlign: 'left',
} as const;
/** Pixels: enough for three icons side by side. */
const ACTIONS_WIDTH = 136;
const sticky = { position: 'sticky', bgcolor: 'background.paper', zIndex: 1 } as const;

/** Returns the keys of new rows to create, after the existing ones. */
function furtherKeys(drafts: Drafts, number: number): string[] {
  const keys: string[] = [];
  let known = drafts;
  for (let at = 0; at < number; at += 1) {
    const key = newKey(known);
    keys.push(key);
    known = { ...known, [key]: { base: {}, changed: {} } };
  }
  return keys;
}

/**
 * A table whose cells are edited in place, as in a spreadsheet. Arrows move the focus; Enter or
 * typing starts editing; Enter ends it and moves down; Tab ends it and moves to the next cell;
 * Escape cancels. A copied column is pasted over the cells below. Rows are only sent when the user
 * saves one or all of them.
 */
export function Sheet({ label, columns, rows, sheet, nameOf, actions }: Props) {
  const keys = [...rows.map(({ id }) => keyOfRow(id)), ...sheet.added];
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<Editing | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const id = useId();
  // Id of the cell to focus after the next render.
  const focusAfterRender = useRef<string>(undefined);
  const cellId = ({ row, column }: Place) => `${id}-${keys[row] ?? ''}-${column}`;
  useEffect(() => {
    if (focusAfterRender.current === undefined) return;
    document.getElementById(focusAfterRender.current)?.focus();
    focusAfterRender.current = undefined;
  });
  // Focuses a new row, which the user will fill in next.
  const { begun } = sheet;
  const focusRow = useEffectEvent((key: string) => {
    document.getElementById(cellId({ row: keys.indexOf(key), column: 0 }))?.focus();
    sheet.endBegin();
  });
  useEffect(() => {
    if (begun) focusRow(begun.key);
  }, [begun]);
  // Key of the row to save after the next render, when the edited text is part of it.
  const saveAfterRender = useRef<string>(undefined);
  useEffect(() => {
    const key = saveAfterRender.current;
    saveAfterRender.current = undefined;
    if (key !== undefined) void sheet.saveRow(key);
  });
  // The row may not exist any more: the page was changed, or the row was saved.
  const active: Place = { row: Math.min(at.row, Math.max(0, keys.length - 1)), column: at.column };

  const go = (to: Place) => {
    setAt(to);
    setEditing(null);
    focusAfterRender.current = cellId(to);
  };
  const textAt = ({ row, column }: Place) =>
    sheet.textOf(keys[row] ?? '', columns[column]?.field ?? '');
  const put = ({ row, column }: Place, text: string) => {
    const [key, of] = [keys[row], columns[column]];
    if (key !== undefined && of) sheet.set(key, of.field, cellText(of, text));
  };
  const edit = (place: Place, typed?: string) => {
    if (sheet.isLocked(keys[place.row] ?? '')) return;
    const column = columns[place.column];
    const text = typed ?? (column ? shownText(column, textAt(place)) : '');
    setAt(place);
    setEditing({ ...place, text });
  };
  /** Ends editing. Keeps the typed text if `keeps` is true. */
  const endEditing = (keeps: boolean, to?: Place) => {
    if (!editing) return;
    const column = columns[editing.column];
    const before = textAt(editing);
    const isTyped =
      column &&
      editing.text !== shownText(column, before) &&
      cellText(column, editing.text) !== before;
    if (keeps && isTyped) put(editing, editing.text);
    if (to) go(to);
    else setEditing(null);
  };
  // Keeps the text of the open editor when the page is closed or left, or the session ends.
  const keepOnLeave = useRef<() => void>(undefined);
  useEffect(() => {
    keepOnLeave.current = () => endEditing(true);
  });
  useEffect(() => {
    const leave = () => keepOnLeave.current?.();
    globalThis.addEventListener('pagehide', leave);
    return () => {
      globalThis.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const onCellKey = (event: KeyboardEvent, place: Place) => {
    const key = keys[place.row] ?? '';
    const field = columns[place.column]?.field ?? '';
    const isCommand = event.ctrlKey || event.metaKey;
    const to = moved(event.key, place, keys.length, columns.length);
    if (isCommand && event.key === 'Enter') void sheet.saveRow(key);
    else if (isCommand || event.altKey) return;
    else if (to) go(to);
    else if (event.key === 'Enter' || event.key === 'F2') edit(place);
    else if (event.key === 'Delete' || event.key === 'Backspace') put(place, '');
    else if (event.key === 'Escape' && sheet.isChanged(key, field)) {
      sheet.set(key, field, sheet.drafts[key]?.base[field] ?? '');
    } else if (event.key.length === 1 && columns[place.column]?.kind !== 'choice') {
      edit(place, event.key);
    } else if (event.key.length === 1 && event.key !== ' ') {
      // The first letter selects a choice.
      const found = columns[place.column]?.choices?.find((choice) =>
        choice.toLowerCase().startsWith(event.key.toLowerCase()),
      );
      if (found) put(place, found);
    } else return;
    event.preventDefault();
  };
  const onEditorKey = (event: KeyboardEvent) => {
    if (!editing) return;
    const isLong = columns[editing.column]?.kind === 'long';
    if (event.key === 'Escape') endEditing(false, { row: editing.row, column: editing.column });
    else if (event.key === 'Enter' && isLong && event.altKey) {
      setEditing({ ...editing, text: `${editing.text}\n` });
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      saveAfterRender.current = keys[editing.row];
      endEditing(true, { row: editing.row, column: editing.column });
    } else if (event.key === 'Enter') {
      const row = Math.min(Math.max(editing.row + (event.shiftKey ? -1 : 1), 0), keys.length - 1);
      endEditing(true, { row, column: editing.column });
    } else if (event.key === 'Tab') {
      const to = next(editing, event.shiftKey, keys.length, columns.length);
      endEditing(true, to ?? { row: editing.row, column: editing.column });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent, place: Place) => {
    const pasted = cellsOf(event.clipboardData.getData('text/plain'));
    if (pasted.length === 0) return;
    event.preventDefault();
    const missing = Math.max(0, place.row + pasted.length - keys.length);
    // Pasting over new rows may add more of them. Existing rows end with their page.
    const isAdding = place.row >= rows.length && sheet.added.length > 0;
    const all = isAdding ? [...keys, ...furtherKeys(sheet.drafts, missing)] : keys;
    const cells = pasted.flatMap((texts, down) =>
      texts.flatMap((text, beside) => {
        const [key, column] = [all[place.row + down], columns[place.column + beside]];
        return key !== undefined && column
          ? [[key, column.field, cellText(column, text)] as const]
          : [];
      }),
    );
    sheet.fill(cells);
    const left = pasted.flat().length - cells.length;
    if (left > 0) {
      toast(
        `${count(left, 'value')} did not fit and ${left === 1 ? 'was' : 'were'} not pasted.`,
        'warning',
      );
    }
  };

  return (
    <Box
      sx={{
        overflowX: 'auto',
        // Keeps a focused cell from being scrolled under the first column, which is sticky.
        scrollPaddingLeft: columns[0]?.width,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box
        component="table"
        ref={table}
        role="grid"
        aria-label={label}
        sx={{
          borderCollapse: 'separate',
          borderSpacing: 0,
          tableLayout: 'fixed',
          fontSize: '0.875rem',
          width: columns.reduce((sum, { width }) => sum + width, ACTIONS_WIDTH),
          minWidth: '100%',
        }}
      >
        <thead>
          <tr>
            {columns.map(({ field, name, width, required }, column) => (
              <Box
                key={field}
                component="th"
                scope="col"
                sx={{
                  ...cellLook,
                  width,
                  px: 1,
                  py: 1.25,
                  lineHeight: 1.25,
                  fontWeight: 600,
                  ...(column === 0 && { ...sticky, left: 0, zIndex: 2 }),
                }}
              >
                {name}
                {required && <span aria-hidden> *</span>}
              </Box>
            ))}
            <Box
              component="th"
              scope="col"
              sx={{ ...cellLook, width: ACTIONS_WIDTH, px: 1, py: 1.25, borderRight: 0 }}
            >
              Actions
            </Box>
          </tr>
        </thead>
        <tbody>
          {keys.map((key, row) => {
            const isNew = row >= rows.length;
            const name = nameOf((field) => sheet.textOf(key, field), isNew);
            return (
              <tr key={key} aria-label={name}>
                {columns.map((column, index) => (
                  <Cell
                    key={column.field}
                    id={cellId({ row, column: index })}
                    column={column}
                    isFirst={index === 0}
                    text={sheet.textOf(key, column.field)}
                    isChanged={isNew || sheet.isChanged(key, column.field)}
                    fault={sheet.faultOf(key, column.field)}
                    savedValue={sheet.savedValue(key, column.field)}
                    isActive={active.row === row && active.column === index}
                    editing={
                      editing?.row === row && editing.column === index ? editing.text : undefined
                    }
                    label={`${column.name} of ${name}`}
                    onEdit={() => edit({ row, column: index })}
                    onFocus={() => setAt({ row, column: index })}
                    onType={(text) => setEditing({ row, column: index, text })}
                    onKey={(event) => onCellKey(event, { row, column: index })}
                    onEditorKey={onEditorKey}
                    onLeave={() => endEditing(true)}
                    onPaste={(event) => onPaste(event, { row, column: index })}
                  />
                ))}
                <Box
                  component="td"
                  role="gridcell"
                  sx={{
                    ...cellLook,
                    px: 0.5,
                    borderRight: 0,
                  }}
                >
                  <RowNotice
                    name={name}
                    isDraft={key in sheet.drafts}
                    outcome={sheet.outcomeOf(key)}
                    onSave={() => void sheet.saveRow(key)}
                    onDiscard={() => sheet.discard(key)}
                    onOverwrite={() => void sheet.overwrite(key)}
                  >
                    {!isNew && actions(key)}
                  </RowNotice>
                </Box>
              </tr>
            );
          })}
        </tbody>
      </Box>
    </Box>
  );
}

interface CellProps {
  id: string;
  column: SheetColumn;
  isFirst: boolean;
  text: string;
  isChanged: boolean;
  fault?: string;
  savedValue?: string;
  /** True for the one cell in the tab order. */
  isActive: boolean;
  /** The text in the editor; undefined while the cell is not edited. */
  editing?: string;
  label: string;
  onEdit: () => void;
  onFocus: () => void;
  onType: (text: string) => void;
  onKey: (event: KeyboardEvent) => void;
  onEditorKey: (event: KeyboardEvent) => void;
  onLeave: () => void;
  onPaste: (event: ClipboardEvent) => void;
}

function Cell(props: CellProps) {
  const { id, column, isFirst, text, isChanged, fault, savedValue, isActive, editing, label } =
    props;
  const { onEdit, onFocus, onType, onKey, onEditorKey, onLeave, onPaste } = props;
  const shown = shownText(column, text);
  const { limit } = column;
  const length = editing !== undefined && limit ? lengthMessage(editing, limit) : undefined;
  const notes = [
    length ?? fault,
    savedValue !== undefined && `Saved version: ${shownText(column, savedValue) || 'empty'}`,
  ];
  const note = notes.filter(Boolean).join(' ');
  const isEdited = editing !== undefined;
  return (
    <Box
      component="td"
      role="gridcell"
      id={id}
      tabIndex={isActive && !isEdited ? 0 : -1}
      aria-required={column.required ? true : undefined}
      aria-invalid={fault ? true : undefined}
      aria-describedby={note ? `${id}-note` : undefined}
      onFocus={onFocus}
      onClick={({ currentTarget }) => !isEdited && currentTarget.focus()}
      onDoubleClick={() => !isEdited && onEdit()}
      onKeyDown={(event) => event.target === event.currentTarget && onKey(event)}
      onPaste={(event) => !isEdited && onPaste(event)}
      onCopy={(event) => {
        if (isEdited) return;
        event.clipboardData.setData('text/plain', text);
        event.preventDefault();
      }}
      sx={{
        ...cellLook,
        height: 48,
        overflowWrap: 'anywhere',
        cursor: 'cell',
        ...(isFirst && { ...sticky, left: 0, fontWeight: 600 }),
        ...(isChanged && { boxShadow: 'inset 3px 0 0 var(--mui-palette-secondary-main)' }),
        ...(fault && { boxShadow: 'inset 0 0 0 2px var(--mui-palette-error-main)' }),
        '&:focus': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      {isEdited ? (
        <CellEditor
          column={column}
          label={label}
          text={editing}
          invalid={Boolean(fault)}
          describedBy={note ? `${id}-note` : undefined}
          onChange={onType}
          onKeyDown={onEditorKey}
          onLeave={onLeave}
        />
      ) : (
        <Box
          sx={{
            px: 1,
            py: 1,
            ...(column.kind === 'long' && {
              display: '-webkit-box',
              WebkitLineClamp: 3,
              WebkitBoxOrient: 'vertical',
              overflow: 'hidden',
              whiteSpace: 'pre-line',
              p: 0,
              m: 1,
            }),
          }}
        >
          {shown}
        </Box>
      )}
      {note && (
        <Typography
          id={`${id}-note`}
          variant="caption"
          color={fault ? 'error' : 'textSecondary'}
          sx={{ display: 'block', px: 1, pb: 0.75, lineHeight: 1.3 }}
        >
          {note}
        </Typography>
      )}
    </Box>
  );
}
