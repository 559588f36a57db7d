import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { messageOf } from '@/api/errors';
import { isStale, type Versioned } from '@/api/useStored';
import { toast } from '@/lib/toast';
import type { Description } from '../ConflictNotice';
import { useRecordForm, type FormOptions } from './useRecordForm';

interface Options<
  Row extends Versioned,
  Values extends object,
  Input,
  Key extends QueryKey,
> extends Pick<
  FormOptions<Values, Input, { message: string }, Row, Key>,
  'check' | 'save' | 'inputOf' | 'secrets' | 'errorsOf'
> {
  /**
   * Names a further dialog of the same record and page, such as "set the order". Without a name of
   * its own, it would restore the input that the other dialog kept on the device.
   */
  name?: string;
  /** The record to edit; undefined to add one. */
  record: Row | undefined;
  /** Reads the record again after a stale save. */
  read: UseQueryOptions<Row, Error, Row, Key>;
  /** The values of a new record. */
  empty: Values;
  valuesOf: (record: Row) => Values;
  /** Describes the values for a conflict. `record` is the version to which they belong. */
  describe: (values: Values, record: Row | undefined) => Description;
  /** True if a refusal of the server is also shown as a toast. */
  toastsRefusal?: boolean;
  onClose: () => void;
}

/** The `useRecordForm` of a dialog that adds or edits a record. `RecordDialog` is its frame. */
export function useRecordDialog<
  Row extends Versioned,
  Values extends object,
  Input,
  Key extends QueryKey,
>(options: Options<Row, Values, Input, Key>) {
  const { record, read, empty, valuesOf, describe, toastsRefusal, onClose, ...others } = options;
  const action = others.name ?? (record ? 'change' : 'add');
  const { pathname } = useLocation();
  const form = useRecordForm<Values, Input, { message: string }, Row, Key>({
    ...others,
    name: `${action} ${JSON.stringify(read.queryKey)} ${pathname}`,
    initial: () => (record ? valuesOf(record) : empty),
    saved: { record, read, valuesOf, describe },
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
    onRefused: (error) => {
      // `ConflictNotice` shows the conflict.
      if (toastsRefusal && !isStale(error)) toast(messageOf(error), 'warning');
    },
  });
  return { ...form, isNew: !form.opened, onClose };
}
