import MuiLink from '@mui/material/Link';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { useRole } from '@/api/session';
import type { ActEntry, NamedRecord } from '@/api/models';
import { entryDetails, entryIds } from './entryDetails';
import { recordPath } from './recordPath';

interface Props {
  entry: ActEntry;
  /** Texts that come before the details. */
  before?: readonly string[];
  /** The names of details that are shown elsewhere. */
  said?: readonly string[];
  /** Also shows the remaining ids, for investigations. */
  withIds?: boolean;
}

/** "Data Custodian · Organisation Halden University": the details of an entry, with names. */
export function EntryDetails({ entry, before = [], said, withIds }: Props) {
  const parts = [
    ...before,
    ...entryDetails(entry, said),
    ...entry.records.map((record) => (
      <RecordName key={`${record.record} ${record.id}`} record={record} />
    )),
    ...(withIds ? entryIds(entry) : []),
  ];
  return parts.map((part, place) => (
    <Fragment key={place}>
      {place > 0 && ' · '}
      {part}
    </Fragment>
  ));
}

/** "Variable birth_weight (Deliveries)", with a link for Super Users. */
function RecordName({ record }: { record: NamedRecord }) {
  const isSuperUser = useRole() === 'Super User';
  const path = isSuperUser ? recordPath(record) : undefined;
  return (
    <>
      {record.record}{' '}
      {path ? (
        <MuiLink component={Link} to={path} underline="always">
          {record.name}
        </MuiLink>
      ) : (
        record.name
      )}
      {record.parent && ` (${record.parent.name})`}
    </>
  );
}
