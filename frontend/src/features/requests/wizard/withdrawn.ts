import type { NotOffered } from '@/api/models';
import { count } from '@/lib/numbers';
import type { Fault } from './validation';
import type { Answers } from './wizardContext';

export interface WithdrawnChoice {
  /** Null for a summary text that stands for facilities. */
  id: number | null;
  name: string;
  /** The cause, and the remedy. */
  message: string;
}

/**
 * The draft's choices, as of its opening, that are no longer offered. The draft keeps them until
 * they are removed.
 */
export interface Withdrawn {
  committees: readonly WithdrawnChoice[];
  purposes: readonly WithdrawnChoice[];
  equipmentTypes: readonly WithdrawnChoice[];
  facilities: readonly WithdrawnChoice[];
  sources: readonly WithdrawnChoice[];
  variables: ReadonlySet<number>;
}

export const nothingWithdrawn: Withdrawn = {
  committees: [],
  purposes: [],
  equipmentTypes: [],
  facilities: [],
  sources: [],
  variables: new Set(),
};

export function withdrawnOf({ faults, variables }: NotOffered): Withdrawn {
  const of = (field: RegExp) => {
    const choices = new Map<string, WithdrawnChoice>();
    for (const fault of faults) {
      const name = fault.name ?? `number ${fault.id}`;
      const choice = { id: fault.id ?? null, name, message: fault.message };
      if (field.test(fault.field)) choices.set(`${choice.id} ${name}`, choice);
    }
    return [...choices.values()];
  };
  return {
    committees: of(/^ethics_committee$/),
    purposes: of(/^request_purposes$/),
    equipmentTypes: of(/\.equipment_type$/),
    facilities: of(/^filters\.facility_filter$/),
    sources: of(/^data_source_id$/),
    variables: new Set(variables),
  };
}

export const marked = (name: string): string => `${name} (no longer offered)`;

export const withId = (choices: readonly WithdrawnChoice[], id: number | null | undefined) =>
  id === null || id === undefined ? undefined : choices.find((choice) => choice.id === id);

/** Returns the name of a type of equipment, marked if it is no longer offered. */
export function equipmentName(
  offered: readonly { equipment_type_id: number; equipment_type: string }[] | undefined,
  { equipmentTypes }: Withdrawn,
  id: number | null,
): string | undefined {
  const gone = withId(equipmentTypes, id);
  if (gone) return marked(gone.name);
  return offered?.find(({ equipment_type_id }) => equipment_type_id === id)?.equipment_type;
}

/** Returns the withdrawn facilities that are still chosen, and the withdrawn summary texts. */
export const chosenFacilities = (
  { facilities }: Withdrawn,
  filters: Answers['filters'],
): readonly WithdrawnChoice[] =>
  facilities.filter(({ id, name }) =>
    id === null ? filters.facility_filter.includes(name) : filters.facilities.includes(id),
  );

const chosenVariables = ({ variables }: Withdrawn, ids: readonly number[]): number[] =>
  ids.filter((id) => variables.has(id));

const MAX_NAMES = 3;

const REMOVE = 'Remove them, or submit the request when they are offered again.';

/** Returns a message such as "3 of the facilities are no longer offered: A, B, C." */
function facilitiesMessage(gone: readonly WithdrawnChoice[]): string {
  const [only] = gone;
  if (only && gone.length === 1) return only.message;
  const more = gone.length - MAX_NAMES;
  const names = gone.slice(0, MAX_NAMES).map(({ name }) => name);
  const listed = names.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `${gone.length} of the facilities are no longer offered: ${listed}. ${REMOVE}`;
}

/**
 * Returns an error for each choice of the draft that blocks the submission because it is no longer
 * offered.
 */
export function withdrawnFaults(
  withdrawn: Withdrawn,
  { details, filters, devices }: Answers,
  dataSourceId: number | null,
  variableIds: readonly number[],
): Fault[] {
  const faults: Fault[] = [];
  const add = (field: string, choice: WithdrawnChoice | undefined) => {
    if (choice) faults.push({ field, message: choice.message });
  };
  add('ethics_committee', withId(withdrawn.committees, details.ethics_committee));
  details.purposes.forEach((id) => add('request_purposes', withId(withdrawn.purposes, id)));
  const source = withId(withdrawn.sources, dataSourceId);
  add('data_source_id', source);
  const variables = chosenVariables(withdrawn, variableIds).length;
  if (variables > 0 && !source) {
    const are = variables === 1 ? 'is' : 'are';
    faults.push({
      field: 'dataset_variables',
      message: `${count(variables, 'variable')} of your selection ${are} no longer offered. ${REMOVE}`,
    });
  }
  const facilities = chosenFacilities(withdrawn, filters);
  if (facilities.length > 0) {
    faults.push({ field: 'filters.facility_filter', message: facilitiesMessage(facilities) });
  }
  devices.forEach(({ equipment_type }, index) =>
    add(
      `list_of_devices[${index}].equipment_type`,
      withId(withdrawn.equipmentTypes, equipment_type),
    ),
  );
  return faults;
}
