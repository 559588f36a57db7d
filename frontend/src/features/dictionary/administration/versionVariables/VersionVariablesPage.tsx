import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { VersionRecord, VersionVariable } from '@/api/models';
import { paths } from '@/app/paths';
import { PageHeader } from '@/ui/PageHeader';
import { RecordList } from '@/ui/records/RecordList';
import type { ListColumn } from '@/ui/table/columns';
import { formatDate } from '@/lib/dates';
import { tenRows } from '@/lib/pageSizes';
import { recordId } from '@/lib/recordId';
import { lazyDialog } from '@/lib/lazyPart';
import { BackButton } from '../BackButton';
import { Excerpt } from '../Cells';
import { LoadedRecord } from '../LoadedRecord';
import { recordQueries } from '../queries';
import { RemoveDialog } from '../RemoveDialog';

const VersionVariableDialog = lazyDialog(
  () => import('./VersionVariableDialog'),
  'VersionVariableDialog',
);

const back = `${paths.superUserDataDictionary}?tab=versions`;

const sorts: readonly SortKey<'/api/v1/data_dictionary/version_variable'>[] = [
  'var_name',
  'ids_column_name',
  'data_type',
  'meaning',
];

const columns: readonly ListColumn<VersionVariable>[] = [
  {
    field: 'var_name',
    name: 'Variable Name',
    flex: 1,
    minWidth: 180,
    cell: ({ var_name }) => <strong>{var_name}</strong>,
  },
  {
    field: 'ids_column_name',
    name: 'Column Name',
    flex: 1,
    minWidth: 180,
    cell: ({ tbl_name, ids_column_name }) => `${tbl_name}.${ids_column_name}`,
  },
  { field: 'data_type', name: 'Data Type', width: 120, cell: ({ data_type }) => data_type },
  {
    field: 'meaning',
    name: 'Meaning',
    flex: 2,
    minWidth: 240,
    cell: ({ meaning }) => <Excerpt>{meaning}</Excerpt>,
  },
];

/**
 * /superuser/data_dictionary/version_variable/{version_id}: the variables of a version (3 §2.11).
 */
export default function VersionVariablesPage() {
  const id = recordId(useParams().version_id) ?? 0;
  const loaded = useQuery(recordQueries.version(id));
  return (
    <LoadedRecord title="Version variables" back={back} loaded={loaded}>
      {(version) => <VersionVariables version={version} />}
    </LoadedRecord>
  );
}

function VersionVariables({ version }: { version: VersionRecord }) {
  return (
    <>
      <PageHeader
        title="Showing Version Variable in the Data Source"
        purpose={`${version.source}, ${formatDate(version.date_created)}: “${version.message}”. Each variable is shown as it was when it was added to the version.`}
        above={<BackButton to={back} />}
      />
      <RecordList
        label="Version variables"
        pages={tenRows}
        sorts={sorts}
        columns={columns}
        keyOf={({ version_variable_id }) => version_variable_id}
        read={(args) => recordQueries.versionVariables(version.version_id, args)}
        placeholder="Name, type or meaning"
        empty="No version variables found"
        emptyHint="The version has no variables yet. Add those that belong to it."
        actionsWidth={190}
        head={{ title: 'List of Version Variables', addLabel: 'Add Version Variable' }}
        nameOf={({ var_name }) => `the variable ${var_name}`}
        dialog={(variable, onClose) => (
          <VersionVariableDialog version={version} variable={variable} onClose={onClose} />
        )}
        removal={(variable, onClose) => (
          <RemoveDialog
            kind="version variable"
            id={variable.version_variable_id}
            name={variable.var_name}
            onClose={onClose}
          >
            The variable is removed from this version. It is not deleted.
          </RemoveDialog>
        )}
      />
    </>
  );
}
