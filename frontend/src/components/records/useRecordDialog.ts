import type { QueryKey, UseMutationResult, UseQueryOptions } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { messageOf } from '@/api/errors';
import { useStored, type Stored, type Versioned } from '@/api/useStored';
import { toast } from '@/lib/toast';
import { useFormDraft } from '../formDraft';
import { useRecordForm, type Faults } from './useRecordForm';

interface Options<Row extends Versioned, Values extends object, Input, Key extends QueryKey> {
  /** The one to change; nothing to add one. */
  record: Row | undefined;
  /** Reads it anew, when somebody else has saved it meanwhile. */
  read: UseQueryOptions<Row, Error, Row, Key>;
  save: Pick<
    UseMutationResult<{ message: string }, Error, Input>,
    'mutate' | 'isPending' | 'error' | 'reset'
  >;
  /** The fields of a new one. */
  empty: Values;
  valuesOf: (record: Row) => Values;
  check: (values: Values) => Faults<Values>;
  /** What is sent. The version that was read goes with it. */
  inputOf: (values: Values) => Input;
  /** The id of a field on the screen, where the first one with a fault is to have the focus. */
  idOf?: (field: keyof Values & string) => string;
  /** Fields that are never kept on the device. */
  secrets?: readonly (keyof Values & string)[];
  /** Whether what the server says is a toast, too. */
  toastsRefusal?: boolean;
  onClose: () => void;
}

/** What `RecordDialog` needs to know of a dialog. */
export interface RecordFrame<Row> {
  isNew: boolean;
  /** The record as it was when the dialog was opened. */
  opened?: Row;
  stored: Stored<Row>;
  pending: boolean;
  error: Error | null;
  /** Why the server refused, where neither a field nor the notice of a stale save says so. */
  refusal?: string;
  submit: () => void;
  /** Puts what is stored now into the fields. */
  takeOver: (now: Row) => void;
  onClose: () => void;
}

/**
 * A dialog that adds a record or changes one: its fields, and the frame around them. What was typed is kept until the server has
 * agreed; a save that was made from an older version shows what is stored now.
 */
export function useRecordDialog<
  Row extends Versioned,
  Values extends object,
  Input,
  Key extends QueryKey,
>(options: Options<Row, Values, Input, Key>) {
  const { record, read, save, empty, valuesOf, check, inputOf } = options;
  const { idOf, secrets, toastsRefusal = false, onClose } = options;
  const { pathname } = useLocation();
  const name = `${record ? 'change' : 'add'} ${JSON.stringify(read.queryKey)} ${pathname}`;
  // What is read anew behind the dialog is not what the person began with.
  const [values, setValues, origin] = useFormDraft(
    name,
    () => (record ? valuesOf(record) : empty),
    { from: record, without: secrets },
  );
  const opened = origin as Row | undefined;
  const { refusal, attempt, fill, ...form } = useRecordForm([values, setValues], check, save.error);
  const stored = useStored(opened, read, save.error);

  const submit = () => {
    const fault = attempt();
    if (fault) {
      toast(fault.toast, 'warning');
      if (idOf) document.getElementById(idOf(fault.field as keyof Values & string))?.focus();
      return;
    }
    save.mutate(
      { ...inputOf(form.values), row_version: stored.rowVersion },
      {
        onSuccess: ({ message }) => {
          toast(message, 'success');
          onClose();
        },
        onError: (error) => {
          if (toastsRefusal) toast(messageOf(error), 'warning');
        },
      },
    );
  };
  const takeOver = (now: Row) => {
    fill(valuesOf(now));
    save.reset();
  };
  const frame: RecordFrame<Row> = {
    isNew: !opened,
    opened,
    stored,
    pending: save.isPending,
    error: save.error,
    refusal,
    submit,
    takeOver,
    onClose,
  };
  return { ...form, stored, frame };
}
