import type { QueryKey, UseMutationResult, UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState, type FormEvent } from 'react';
import { useForm, useWatch, type FormState, type UseFormReturn } from 'react-hook-form';
import { fieldErrors } from '@/api/errors';
import { isStale, useStored, type Versioned } from '@/api/useStored';
import { toast } from '@/lib/toast';
import { differencesOf, type Description } from '../ConflictNotice';
import { useKeepForm, useRestoredForm } from '../formDraft';
import { fieldHelp } from '@/ui/fieldHelp';

/** An error of a field: one text for the field and the toast, or one for each. */
export type FieldError = string | { beside: string; toast: string };

/** The errors of a form by field. The first one is reported, and its field takes the focus. */
export type FieldErrors<Values> = Partial<Record<keyof Values & string, FieldError>>;

/** The fields that hold a text. */
type TextOf<Values> = {
  [Field in keyof Values & string]: Values[Field] extends string ? Field : never;
}[keyof Values & string];

const fieldText = (error: FieldError | undefined) =>
  typeof error === 'object' ? error.beside : error;
const toastOf = (error: FieldError) => (typeof error === 'object' ? error.toast : error);

/** The record that a form changes, where several people can change it. */
interface Saved<Row extends Versioned, Values, Key extends QueryKey> {
  /** The record as it was read for the form; undefined to add one. */
  record: Row | undefined;
  /** Reads it again after a stale save. */
  read: UseQueryOptions<Row, Error, Row, Key>;
  valuesOf: (record: Row) => Values;
  /** The values as a person reads them. The record is the one that they belong to. */
  describe: (values: Values, record: Row | undefined) => Description;
}

export interface FormOptions<
  Values extends object,
  Input,
  Answer,
  Row extends Versioned,
  Key extends QueryKey,
> {
  /**
   * Names the form on this device: "assign role 5". Input is kept under this name when the session
   * ends.
   */
  name: string;
  /** The values of an untouched form. */
  initial: Values | (() => Values);
  /** Fields that are never kept on the device: passwords, codes and files. */
  secrets?: readonly (keyof Values & string)[];
  /** Returns the errors of what was typed, in the order in which they are reported. */
  check: (values: Values) => FieldErrors<Values>;
  /** Another check that needs the server; the form is sent once it has found nothing. */
  checkOnline?: (values: Values) => Promise<FieldErrors<Values>>;
  /** True if errors of `check` are shown only at their fields, without a toast. */
  quiet?: boolean;
  /**
   * The call, made by `useAct` or `useSave`. `withIdempotencyKey` gives it one key for each intent.
   */
  save: Pick<UseMutationResult<Answer, Error, Input>, 'mutate' | 'isPending' | 'error' | 'reset'>;
  /** Converts the values to the call's input. The version of `saved` is added to it. */
  inputOf: (values: Values) => Input;
  /**
   * Called when the server has accepted the input, usually to show its message and close the
   * dialog.
   */
  onSaved?: (answer: Answer) => void;
  /** True if the call stores nothing, such as a preview: the input stays unsaved. */
  isPreview?: boolean;
  /** Called when the server has refused the input, before its errors are shown. */
  onRefused?: (error: Error) => void;
  /** Returns the server's errors by field; `passwordErrors` if the form confirms a password. */
  errorsOf?: (error: Error) => Readonly<Record<string, string>>;
  saved?: Saved<Row, Values, Key>;
  /** The base of the values if there is no `saved`. It is kept with the values. */
  from?: unknown;
  /**
   * True if `initial` follows the saved record: when it changes, fields without edits change with
   * it.
   */
  follows?: boolean;
  /**
   * True for a form on a page, which the user can leave by a link: unsaved input is then kept in
   * this tab until the user returns. Closing a dialog deletes its input.
   */
  isOnPage?: boolean;
}

type Fields = Record<string, unknown>;

interface ValuesOptions<Values extends object> {
  name: string;
  initial: Values | (() => Values);
  secrets: readonly (keyof Values & string)[] | undefined;
  /** The base of the values, such as the version of a record. */
  from: unknown;
  check: (values: Values) => FieldErrors<Values>;
  follows: boolean | undefined;
  isOnPage: boolean | undefined;
  isSaving: boolean;
}

/** Holds the values of a form, which begin with restored input, and compares them with a base. */
function useFormValues<Values extends object>(options: ValuesOptions<Values>) {
  const { name, initial, secrets, from, check, follows, isOnPage, isSaving } = options;
  type Field = keyof Values & string;

  const restored = useRestoredForm(name, initial, { from, without: secrets });
  const newest = follows ? JSON.stringify(initial) : undefined;
  // The values to compare with, and those before the record was last read again.
  const [base, setBase] = useState({ saved: restored.initial, before: restored.initial, newest });
  if (newest !== undefined && newest !== base.newest) {
    setBase({ saved: JSON.parse(newest) as Values, before: base.saved, newest });
  }
  const resetBase = (next: Values) => setBase({ saved: next, before: next, newest });

  const form = useForm<Fields>({
    defaultValues: restored.values as Fields,
    // Only decides whether the form is sent. The errors shown come from `check` directly.
    resolver: (values) => {
      const errors = Object.entries<FieldError | undefined>(check(values as Values))
        .filter(([, error]) => error)
        .map(([field]) => [field, { type: 'check' }] as const);
      return errors.length > 0
        ? { values: {}, errors: Object.fromEntries(errors) }
        : { values, errors: {} };
    },
    shouldFocusError: false,
  });
  const values = useWatch({ control: form.control }) as Values;
  const isDirty = useKeepForm(restored, values, { initial: base.saved, isOnPage, isSaving });
  const { isSubmitted, isSubmitting, errors } = form.formState;

  /** Replaces all fields with saved values. Nothing is unsaved afterwards. */
  const resetTo = (next: Values) => {
    form.reset(next);
    resetBase(next);
  };
  const set = <Changed extends Field>(field: Changed, value: Values[Changed]) => {
    const name: string = field;
    form.setValue(name, value);
    if (errors[name]) form.clearErrors(name);
  };

  const applyServerChanges = useEffectEvent(() => {
    const { saved: next, before } = base;
    for (const field of Object.keys(next) as Field[]) {
      if (next[field] !== before[field] && values[field] === before[field]) set(field, next[field]);
    }
  });
  useEffect(() => applyServerChanges(), [base]);

  return {
    form,
    values,
    set,
    resetBase,
    resetTo,
    isDirty,
    isSubmitted,
    isSubmitting,
    errors,
    /** The base with which the user started. */
    origin: restored.origin,
  };
}

interface ErrorsOptions<Values extends object> {
  form: UseFormReturn<Fields>;
  values: Values;
  errors: FormState<Fields>['errors'];
  isSubmitted: boolean;
  check: (values: Values) => FieldErrors<Values>;
  quiet: boolean;
}

/** Returns the errors of the fields, and functions that report them and move the focus. */
function useFieldErrors<Values extends object>(options: ErrorsOptions<Values>) {
  const { form, values, errors, isSubmitted, check, quiet } = options;
  type Field = keyof Values & string;

  const id = useId();
  const idOf = (field: Field) => `${id}-${field}`;
  const checked: FieldErrors<Values> = isSubmitted ? check(values) : {};
  const validationErrorOf = (field: Field) => fieldText(checked[field]);
  const serverErrorOf = (field: Field) =>
    errors[field]?.type === 'server' ? errors[field].message : undefined;
  const errorOf = (field: Field) => serverErrorOf(field) ?? validationErrorOf(field);

  const focus = (field: Field) => {
    const element = document.getElementById(idOf(field));
    element?.focus();
    if (element instanceof HTMLInputElement && element.type === 'password') element.select();
  };
  /** Shows errors from other sources than `check`. */
  const setServerErrors = (texts: Readonly<Record<string, string>>, focuses = true) => {
    const fields = Object.keys(texts).filter((field): field is Field => field in values);
    for (const field of fields) form.setError(field, { type: 'server', message: texts[field] });
    const first = (Object.keys(values) as Field[]).find((field) => fields.includes(field));
    if (first && focuses) focus(first);
  };
  const reportFirst = (invalid: FieldErrors<Values>) => {
    for (const [field, error] of Object.entries<FieldError | undefined>(invalid)) {
      if (!error) continue;
      if (!quiet) toast(toastOf(error), 'warning');
      focus(field as Field);
      return;
    }
  };
  /** Shows the errors of the online check. Returns true if there are any. */
  const reportOnline = (invalid: FieldErrors<Values>): boolean => {
    const texts = Object.entries<FieldError | undefined>(invalid).flatMap(([field, error]) =>
      error ? [[field, error] as const] : [],
    );
    if (texts.length === 0) return false;
    setServerErrors(
      Object.fromEntries(texts.map(([field, error]) => [field, fieldText(error) ?? ''])),
    );
    if (!quiet && texts[0]) toast(toastOf(texts[0][1]), 'warning');
    return true;
  };
  return {
    idOf,
    validationErrorOf,
    serverErrorOf,
    errorOf,
    setServerErrors,
    reportFirst,
    reportOnline,
  };
}

interface ConflictOptions<Row, Values> {
  values: Values;
  opened: Row | undefined;
  /** The saved record; undefined until it is read. */
  latestRecord: Row | undefined;
  pending: boolean;
  onKeepMine: () => void;
  onUseSaved: (values: Values) => void;
}

/** Returns the props of a `ConflictNotice`. */
function conflictOf<Row extends Versioned, Values, Key extends QueryKey>(
  { describe, valuesOf }: Saved<Row, Values, Key>,
  { values, opened, latestRecord, pending, onKeepMine, onUseSaved }: ConflictOptions<Row, Values>,
) {
  return {
    pending,
    differences:
      latestRecord &&
      differencesOf(describe(values, opened), describe(valuesOf(latestRecord), latestRecord)),
    onKeepMine: latestRecord && onKeepMine,
    onUseSaved: latestRecord && (() => onUseSaved(valuesOf(latestRecord))),
  };
}

/** The form that `useRecordForm` returns, for components that render its fields. */
export type RecordForm<Values extends object> = ReturnType<
  typeof useRecordForm<Values, unknown, unknown>
>;

/**
 * The one way to make a form, in a dialog or on a page.
 *
 *     const form = useRecordForm({
 *       name: `invite to ${orgId}`,
 *       initial: { email: '', note: '' },
 *       check: ({ email }) => ({ email: email.trim() ? undefined : 'Email is required' }),
 *       save: useInvite(orgId),
 *       inputOf: (values) => values,
 *       onSaved: ({ message }) => { toast(message, 'success'); onClose(); },
 *     });
 *     return (
 *       <DialogForm title="Invite a person" submitLabel="Invite" {...form.dialog} onClose={onClose}>
 *         <LimitedField {...form.text('email')} label="Email" limit={limits.InviteBody.email} required />
 *         <LimitedField {...form.text('note', 'Shown in the email.')} label="Note" limit={limits.InviteBody.note} />
 *       </DialogForm>
 *     );
 *
 * - **Fields**: `text(field, hint)` has the props of a text field, `field(field)` those of our other fields (`value`, `onChange`
 *   with the value, `error`). Both bring the id by which the field takes the focus.
 * - **Errors**: `check` runs on submit and, from the first submit on, with each change. An error of the server stays at its field
 *   until the field is changed or the form is sent again. The first field with an error takes the focus. An error that belongs to no
 *   field is `refusal`.
 * - **Stale save**: with `saved`, `conflict` has the props of `ConflictNotice` while someone else's save is in the way.
 * - **Unsaved changes**: `isDirty`. Values outlive the session and a reload; a `DialogFrame` asks before it closes over them. With
 *   `isOnPage`, they also outlive a visit to another page.
 */
export function useRecordForm<
  Values extends object,
  Input,
  Answer,
  Row extends Versioned = Versioned,
  Key extends QueryKey = QueryKey,
>(options: FormOptions<Values, Input, Answer, Row, Key>) {
  const { name, secrets, check, checkOnline, quiet = false, save, inputOf, saved } = options;
  const { onSaved, onRefused, errorsOf = fieldErrors } = options;
  type Field = keyof Values & string;

  const fields = useFormValues<Values>({
    name,
    initial: options.initial,
    secrets,
    from: saved?.record ?? options.from,
    check,
    follows: options.follows,
    isOnPage: options.isOnPage,
    isSaving: save.isPending,
  });
  const { form, values, set, resetBase, resetTo, isDirty, isSubmitted, isSubmitting } = fields;
  const report = useFieldErrors<Values>({
    form,
    values,
    errors: fields.errors,
    isSubmitted,
    check,
    quiet,
  });
  const { idOf, validationErrorOf, serverErrorOf, errorOf, setServerErrors } = report;
  // The record with which the user started, which may have been read again since.
  const opened = saved && (fields.origin as Row | undefined);
  const stored = useStored(opened, saved?.read, save.error);

  const send = async (typed: Values) => {
    if (checkOnline && report.reportOnline(await checkOnline(typed))) return;
    const input = inputOf(typed);
    save.mutate(opened ? { ...input, row_version: stored.rowVersion } : input, {
      onSuccess: (answer) => {
        if (!options.isPreview) resetBase(typed);
        onSaved?.(answer);
      },
      onError: (error) => {
        onRefused?.(error);
        setServerErrors(errorsOf(error));
      },
    });
  };
  const submit = () =>
    void form.handleSubmit(
      (typed) => send(typed as Values),
      () => report.reportFirst(check(form.getValues() as Values)),
    )();

  const isAtField =
    save.error && Object.keys(errorsOf(save.error)).some((field) => field in values);
  const refusal = save.error && !isAtField && !isStale(save.error) ? save.error : undefined;
  const { latestRecord } = stored;
  const pending = save.isPending || (checkOnline !== undefined && isSubmitting);
  return {
    values,
    set,
    resetTo,
    /** The props of a text field. */
    text: (field: TextOf<Values>, hint?: string) => ({
      id: idOf(field),
      value: values[field] as string,
      onChange: ({ target }: { target: { value: string } }) =>
        set(field, target.value as Values[typeof field]),
      error: errorOf(field) !== undefined,
      helperText: fieldHelp(errorOf(field), hint),
    }),
    /** The props of a field whose value is no text, such as a choice or a day. */
    field: <Name extends Field>(field: Name) => ({
      id: idOf(field),
      value: values[field],
      onChange: (value: Values[Name]) => set(field, value),
      error: errorOf(field),
    }),
    idOf,
    errorOf,
    /** The error of `check`, from the first submit on. */
    validationErrorOf,
    /** The error of the server. */
    serverErrorOf,
    /** True once the form was submitted, with or without errors. */
    attempted: isSubmitted,
    /** True if there is unsaved input. */
    isDirty,
    pending,
    error: save.error,
    /** The error, if neither a field nor the conflict shows it. */
    refusal,
    /**
     * Shows errors from other sources at their fields. Pass false to leave the focus, for a field
     * that was just left.
     */
    setServerErrors,
    submit,
    /** For the `form` element of a page. */
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!pending) submit();
    },
    /** The props of a `DialogForm`. */
    dialog: { pending, refusal, onSubmit: submit },
    /**
     * The record when the form was opened, and the saved record that was read after a stale save.
     */
    opened,
    latestRecord,
    /** The props of a `ConflictNotice` after a stale save. */
    conflict:
      saved && stored.refusal !== undefined
        ? conflictOf(saved, {
            values,
            opened,
            latestRecord,
            pending,
            onKeepMine: submit,
            onUseSaved: (latest) => {
              resetTo(latest);
              save.reset();
            },
          })
        : undefined,
  };
}
