import MuiLink from '@mui/material/Link';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { ActEntry } from '@/api/models';
import { Proof } from '@/shared/audit/Proof';
import { EntryDetails } from '@/shared/audit/EntryDetails';
import { RequestLink } from '@/shared/audit/RequestLink';
import { accountName, actorName } from '@/shared/audit/entryPeople';
import { RowCards } from '@/ui/RowCards';
import { RowsSkeleton } from '@/ui/Skeletons';
import type { ListColumn } from '@/ui/table/columns';
import { ListTable } from '@/ui/table/ListTable';
import { TableSkeleton } from '@/ui/table/TableSkeleton';
import { formatDateTime, formatSecond } from '@/lib/dates';
import type { AuditLogUrl } from './useAuditLogUrl';

type Linked = Pick<AuditLogUrl, 'linkTo'>;

/** The name of a person, with a link to all entries by or about them. */
function Person({ person, linkTo }: { person: NonNullable<ActEntry['person']> } & Linked) {
  return (
    <MuiLink component={Link} to={linkTo({ person: String(person.user_id) })}>
      {accountName(person)}
    </MuiLink>
  );
}

function columnsOf(linkTo: AuditLogUrl['linkTo']): readonly ListColumn<ActEntry>[] {
  return [
    {
      field: 'at',
      name: 'Time',
      width: 190,
      cell: ({ at }) => (
        <time dateTime={at} title={formatSecond(at)}>
          {formatDateTime(at)}
        </time>
      ),
    },
    {
      field: 'words',
      name: 'What was done',
      flex: 1,
      minWidth: 150,
      cell: ({ words }) => <strong>{words}</strong>,
    },
    {
      field: 'person',
      name: 'Who',
      flex: 0.9,
      minWidth: 130,
      cell: (entry) =>
        entry.person ? (
          <Person person={entry.person} linkTo={linkTo} />
        ) : (
          actorName(entry, undefined)
        ),
    },
    {
      field: 'concerns',
      name: 'About whom',
      flex: 0.9,
      minWidth: 120,
      // One's own acts name one person.
      cell: ({ person, concerns }) =>
        concerns &&
        concerns.user_id !== person?.user_id && <Person person={concerns} linkTo={linkTo} />,
    },
    {
      field: 'request',
      name: 'Data Request',
      width: 120,
      cell: ({ request }) => request && <RequestLink request={request} />,
    },
    {
      field: 'details',
      name: 'Details',
      flex: 1.6,
      minWidth: 180,
      cell: (entry) => <EntryDetails entry={entry} withIds />,
    },
    {
      field: 'log_index',
      name: 'Proof',
      width: 160,
      cell: (entry) => <Proof entry={entry} />,
    },
  ];
}

interface Props extends Linked {
  entries: readonly ActEntry[];
  /** True while the entries are those of the previous page. */
  loading: boolean;
}

const keyOf = ({ entry_id }: ActEntry) => entry_id;
const unsorted = { sort: '', sorts: [] } as const;

/** Shows audit entries as a table, and as cards on a phone. */
export function AuditLogTable({ entries, loading, linkTo }: Props) {
  const asCards = useMediaQuery(useTheme().breakpoints.down('sm'));
  const columns = useMemo(() => columnsOf(linkTo), [linkTo]);
  const shared = { label: 'Audit log', rows: entries, keyOf };
  if (!asCards) {
    return (
      <ListTable
        {...shared}
        columns={columns}
        loading={loading}
        order={unsorted}
        onSort={() => {}}
      />
    );
  }
  // The act is the title of a card.
  const [at, words, ...others] = columns;
  return <RowCards {...shared} columns={[words!, at!, ...others]} loading={loading} />;
}

export function AuditLogSkeleton() {
  const asCards = useMediaQuery(useTheme().breakpoints.down('sm'));
  return asCards ? <RowsSkeleton count={8} height={160} /> : <TableSkeleton rows={20} />;
}
