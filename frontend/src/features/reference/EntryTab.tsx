import Typography from '@mui/material/Typography';
import type { ListColumn } from '@/ui/table/columns';
import { RecordList } from '@/ui/records/RecordList';
import { RemoveRecord } from '@/ui/records/RemoveRecord';
import { YesOrNo } from '@/ui/YesOrNo';
import { twentyRows } from '@/lib/pageSizes';
import { lazyDialog } from '@/lib/lazyPart';
import type { Entry, EntryKind } from './entryKinds';
import { useRemoveEntry } from './mutations';
import { referenceQueries } from './queries';

const EntryDialog = lazyDialog(() => import('./EntryDialog'), 'EntryDialog');

const sorts = ['name', 'active'] as const;

const columnsOf = (kind: EntryKind): readonly ListColumn<Entry>[] => [
  {
    field: 'name',
    name: kind.nameLabel,
    flex: 1,
    minWidth: 240,
    cell: ({ name }) => <strong>{name}</strong>,
  },
  {
    field: 'active',
    name: 'Status',
    width: 190,
    cell: ({ active }) => <YesOrNo value={active === 1} yes="Active" no="Not active" />,
  },
];

/** Returns a reason if neither the name nor the status can be changed. */
const editDisabledReason = ({ rename_refused, deactivation_refused }: Entry): string | null =>
  (rename_refused && deactivation_refused) ?? null;

export function EntryTab({ kind }: { kind: EntryKind }) {
  const called = kind.noun.toLowerCase();
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2, maxWidth: 760 }}>
        {kind.purpose}
      </Typography>
      <RecordList<Entry>
        label={kind.title}
        pages={twentyRows}
        sorts={sorts}
        columns={columnsOf(kind)}
        keyOf={({ id }) => id}
        read={(args) => referenceQueries.entries(kind, args)}
        placeholder={kind.nameLabel}
        empty={`No ${kind.title} found`}
        emptyHint="Add the first one."
        actionsWidth={190}
        head={{ title: kind.title, addLabel: `Add ${kind.noun}` }}
        nameOf={({ name }) => `the ${called} ${name}`}
        editDisabledReason={editDisabledReason}
        deleteDisabledReason={({ deletion_refused }) => deletion_refused ?? null}
        dialog={(entry, onClose) => <EntryDialog kind={kind} entry={entry} onClose={onClose} />}
        removal={(entry, onClose) => <RemoveEntry kind={kind} entry={entry} onClose={onClose} />}
      />
    </>
  );
}

interface RemoveProps {
  kind: EntryKind;
  entry: Entry;
  onClose: () => void;
}

function RemoveEntry({ kind, entry, onClose }: RemoveProps) {
  const noun = kind.noun.toLowerCase();
  return (
    <RemoveRecord
      noun={noun}
      name={entry.name}
      remove={useRemoveEntry(kind, entry.id)}
      onClose={onClose}
    >
      The {noun} is deleted permanently. To keep it for later, deactivate it instead.
    </RemoveRecord>
  );
}
