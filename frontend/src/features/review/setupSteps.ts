import type { MissingForFirstRequest } from '@/api/models';

export interface SetupStep {
  title: string;
  /** What is missing for the step. Empty if it is done. */
  missing: readonly MissingForFirstRequest[];
  done: boolean;
}

const PROCEDURE = 'approval_procedure';

/** The steps in order. The roles of all stages are one step. */
const steps: readonly { title: string; kinds: readonly string[] }[] = [
  { title: 'Add an ethics committee', kinds: ['ethics_committee'] },
  { title: 'Add an equipment type', kinds: ['equipment_type'] },
  {
    title: 'Publish a data source with its tables',
    kinds: ['data_source', 'published_table'],
  },
  { title: 'Choose the approval procedure', kinds: [PROCEDURE] },
  { title: 'Find someone to decide at each stage', kinds: ['organisation_role', 'assigned_role'] },
];

const links: Record<string, string> = {
  ethics_committee: 'Add an ethics committee',
  equipment_type: 'Add an equipment type',
  data_source: 'Add or publish a data source',
  published_table: 'Add or publish tables',
  [PROCEDURE]: 'Go to the approval procedures',
  organisation_role: 'Add the organisation role',
  assigned_role: 'Go to the organisations',
};

/** Returns the text of the link to the page where the item is added. */
export const linkTo = ({ kind }: MissingForFirstRequest): string => links[kind] ?? 'Add it';

/** Returns the steps of the setup, in order. */
export function stepsOf(missing: readonly MissingForFirstRequest[]): SetupStep[] {
  const last = steps.length - 1;
  // Without a procedure there are no stages, so no role is missing yet.
  const hasStages = missing.every(({ kind }) => kind !== PROCEDURE);
  return steps.map(({ title, kinds }, place) => {
    const own = missing.filter(({ kind }) => kinds.includes(kind));
    return { title, missing: own, done: own.length === 0 && (place < last || hasStages) };
  });
}
