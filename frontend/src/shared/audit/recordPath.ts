import type { NamedRecord } from '@/api/models';
import { paths, type Path } from '@/app/paths';

const searched = (path: Path, search: string, tab?: string) =>
  `${path}?${new URLSearchParams({ ...(tab && { tab }), search }).toString()}`;

/** Fills the only parameter of a path. */
const one = (path: Path, id: number | undefined) =>
  id === undefined ? undefined : path.replace(/:\w+/, String(id));

const variables = ({ name, parent }: NamedRecord) =>
  parent
    ? `${one(paths.superUserVariables, parent.id)}?${new URLSearchParams({ search: name }).toString()}`
    : undefined;
const procedure = ({ id }: NamedRecord) => one(paths.superUserApprovalProcedureOne, id);
const procedureOfStage = ({ parent }: NamedRecord) =>
  one(paths.superUserApprovalProcedureOne, parent?.id);
const reference = (tab: string) => (record: NamedRecord) =>
  searched(paths.superUserReferenceData, record.name, tab);

/** By the names of the server. Types of tables have no screen. */
const screens: Record<string, (record: NamedRecord) => string | undefined> = {
  Organisation: ({ name }) => searched(paths.superUserOrganisation, name),
  'Organisation role': ({ parent }) =>
    parent ? searched(paths.superUserOrganisationRoles, parent.name) : undefined,
  'Data source': ({ id }) => one(paths.superUserTables, id),
  'Data custodian': ({ parent }) =>
    parent ? searched(paths.superUserDataDictionary, parent.name, 'custodians') : undefined,
  'Data source version': ({ id }) => one(paths.superUserVersionVariable, id),
  Topic: ({ id }) => one(paths.superUserTopic, id),
  'Table topic': ({ parent }) => one(paths.superUserTopic, parent?.id),
  Table: ({ id }) => one(paths.superUserVariables, id),
  Variable: variables,
  Dependency: variables,
  'Input Value': variables,
  'Timeline of Change': variables,
  Synonym: variables,
  Metadata: variables,
  'Stage Type': ({ name }) => searched(paths.superUserApprovalProcedure, name, 'stage_types'),
  'Approval Procedure': procedure,
  'Drawing of an Approval Procedure': procedure,
  'Letter of an Approval Procedure': procedure,
  Stage: procedureOfStage,
  'Next Stage': procedureOfStage,
  'Change of an Approval Procedure': ({ name }) =>
    searched(paths.superUserApprovalProcedure, name, 'history'),
  Purpose: reference('purposes'),
  'Ethics Committee': reference('committees'),
  'Equipment Type': reference('equipment'),
  Facility: reference('facilities'),
  'Dictionary import': ({ id }) => one(paths.superUserImport, id),
};

/** Returns the address at which a Super User finds a record, if it has a screen. */
export const recordPath = (record: NamedRecord): string | undefined =>
  screens[record.record]?.(record);
