import { fieldErrors } from '@/api/errors';
import { LimitedField } from '@/ui/LimitedField';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { YesNoField } from '@/ui/records/YesNoField';
import { limits } from '@/lib/limits';
import type { Entry, EntryInput, EntryKind } from './entryKinds';
import { useSaveEntry } from './mutations';
import { referenceQueries } from './queries';

const empty = { name: '', active: true };

type Values = typeof empty;

const limitOf: Readonly<Record<EntryKind['nameField'], number>> = {
  ...limits.PurposeInputBody,
  ...limits.CommitteeInputBody,
  ...limits.EquipmentTypeInputBody,
};

const valuesOf = ({ name, active }: Entry): Values => ({ name, active: active === 1 });

interface Props {
  kind: EntryKind;
  entry?: Entry;
  onClose: () => void;
}

/** Adds, renames, activates or deactivates an entry of a list. */
export function EntryDialog({ kind, entry, onClose }: Props) {
  const { nameField, nameLabel, missing } = kind;
  const form = useRecordDialog({
    record: entry,
    read: referenceQueries.entry(kind, entry?.id ?? 0),
    save: useSaveEntry(kind, entry?.id),
    empty,
    valuesOf,
    check: ({ name }: Values) => ({ name: name.trim() ? undefined : missing }),
    inputOf: ({ name, active }: Values): EntryInput => ({ name, active: active ? 1 : 0 }),
    describe: ({ name, active }: Values) => [
      [nameLabel, name],
      ['Status', active ? 'Active' : 'Not active'],
    ],
    errorsOf: (error) => {
      const { [nameField]: name, ...others } = fieldErrors(error);
      return name === undefined ? others : { ...others, name };
    },
    toastsRefusal: true,
    onClose,
  });
  const { values } = form;
  const current = form.latestRecord ?? entry;
  return (
    <RecordDialog form={form} noun={kind.noun}>
      <LimitedField
        limit={limitOf[nameField]}
        {...form.text(
          'name',
          current?.rename_refused ??
            (entry &&
              'A new name appears in lists. Earlier versions of Data Requests keep the old one.'),
        )}
        label={nameLabel}
        required
        autoFocus={!current?.rename_refused}
        disabled={Boolean(current?.rename_refused)}
        sx={{ mt: 1 }}
      />
      <YesNoField
        {...form.field('active')}
        label="Status"
        yes="Active"
        no="Not active"
        disabled={Boolean(current?.deactivation_refused) && values.active}
        help={
          current?.deactivation_refused ??
          (values.active
            ? 'New Data Requests can choose it.'
            : 'It is no longer offered. Existing Data Requests keep it.')
        }
      />
    </RecordDialog>
  );
}
