import { LimitedField } from '@/components/LimitedField';
import { RecordDialog } from '@/components/records/RecordDialog';
import { useRecordDialog } from '@/components/records/useRecordDialog';
import { YesNoField } from '@/components/records/YesNoField';
import { limits } from '@/lib/limits';
import type { Entry, EntryInput, EntryKind } from './entryKinds';
import { useSaveEntry } from './mutations';
import { referenceQueries } from './queries';

/** The name stands in the field that the server knows it by. */
type Values = Partial<Record<EntryKind['nameField'], string>> & { active: boolean };

const limitOf: Readonly<Record<EntryKind['nameField'], number>> = {
  ...limits.PurposeInputBody,
  ...limits.CommitteeInputBody,
  ...limits.EquipmentTypeInputBody,
};

const describe =
  ({ nameLabel }: EntryKind) =>
  (entry: Entry) =>
    [
      [nameLabel, entry.name],
      ['Status', entry.active === 1 ? 'Active' : 'Not active'],
    ] as const;

interface Props {
  kind: EntryKind;
  /** The one to change; nothing to add one. */
  entry?: Entry;
  onClose: () => void;
}

/** Adds an entry of one of the lists, renames one, or says whether requests may choose it. */
export function EntryDialog({ kind, entry, onClose }: Props) {
  const { nameField, nameLabel, missing } = kind;
  const { values, set, faultOf, stored, frame } = useRecordDialog<
    Entry,
    Values,
    EntryInput,
    readonly unknown[]
  >({
    record: entry,
    read: referenceQueries.entry(kind, entry?.id ?? 0),
    save: useSaveEntry(kind, entry?.id),
    empty: { [nameField]: '', active: true },
    valuesOf: ({ name, active }) => ({ [nameField]: name, active: active === 1 }),
    check: (typed) => ({ [nameField]: typed[nameField]?.trim() ? undefined : missing }),
    inputOf: (typed) => ({ name: typed[nameField] ?? '', active: typed.active ? 1 : 0 }),
    toastsRefusal: true,
    onClose,
  });
  const known = stored.now ?? entry;
  const name = faultOf(nameField);
  const active = faultOf('active');
  return (
    <RecordDialog frame={frame} noun={kind.noun} describe={describe(kind)}>
      <LimitedField
        limit={limitOf[nameField]}
        id="entry-name"
        label={nameLabel}
        required
        autoFocus={!known?.rename_refused}
        disabled={Boolean(known?.rename_refused)}
        sx={{ mt: 1 }}
        value={values[nameField] ?? ''}
        onChange={({ target }) => set(nameField, target.value)}
        error={Boolean(name)}
        helperText={
          name ??
          known?.rename_refused ??
          (entry &&
            'A new name shows in lists. Earlier versions of Data Requests keep the old one.')
        }
      />
      <YesNoField
        id="entry-active"
        label="Status"
        value={values.active}
        onChange={(value) => set('active', value)}
        yes="Active"
        no="Not active"
        disabled={Boolean(known?.deactivation_refused) && values.active}
        error={Boolean(active)}
        help={
          active ??
          known?.deactivation_refused ??
          (values.active
            ? 'New Data Requests may choose it.'
            : 'It is not offered any more. Data Requests that name it keep it.')
        }
      />
    </RecordDialog>
  );
}
