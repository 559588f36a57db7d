import { api, body } from '@/api/client';
import { listQuery, type ListArgs } from '@/api/lists';
import type { CommitteeRecord, EquipmentTypeRecord, Page, PurposeRecord } from '@/api/models';

/** An entry of one of the lists that requests choose from. */
export interface Entry {
  id: number;
  name: string;
  /** 1, or 0 for one that is not offered any more. */
  active: number;
  rename_refused?: string | null;
  deactivation_refused?: string | null;
  deletion_refused?: string | null;
  row_version: number;
}

export interface EntryInput {
  name: string;
  active: number;
  row_version?: number;
}

type Key = { 'Idempotency-Key': string };

/** One of the lists: its words and its calls. */
export interface EntryKind {
  /** As it stands in the address of the page. */
  key: 'purposes' | 'committees' | 'equipment';
  /** The tab, and the title of the list. */
  title: string;
  /** What an entry is: "Ethics Committee". */
  noun: string;
  /** The field of the name, by which the server tells what is wrong with it. */
  nameField: 'purpose' | 'irb_name' | 'equipment_type';
  /** What the field is called. */
  nameLabel: string;
  /** What is said where it is left out. */
  missing: string;
  /** What the list is for. */
  purpose: string;
  path: string;
  page: (args: ListArgs, signal: AbortSignal) => Promise<{ data: Entry[]; page: Page }>;
  one: (id: number, signal: AbortSignal) => Promise<{ data: Entry }>;
  add: (input: EntryInput, headers: Key) => Promise<{ message: string }>;
  change: (id: number, input: EntryInput) => Promise<{ message: string }>;
  remove: (id: number) => Promise<unknown>;
}

const pathOf = (id: number) => ({ params: { path: { id } } });

const ofPurpose = ({ purpose_id, purpose, ...rest }: PurposeRecord): Entry => ({
  ...rest,
  id: purpose_id,
  name: purpose,
});
const ofCommittee = ({ irb_id, irb_name, ...rest }: CommitteeRecord): Entry => ({
  ...rest,
  id: irb_id,
  name: irb_name,
});
const ofEquipmentType = ({
  equipment_type_id,
  equipment_type,
  ...rest
}: EquipmentTypeRecord): Entry => ({ ...rest, id: equipment_type_id, name: equipment_type });

const PURPOSES = '/api/v1/reference_data/purposes';
const COMMITTEES = '/api/v1/reference_data/ethics_committees';
const EQUIPMENT = '/api/v1/reference_data/equipment_types';

const purposes: EntryKind = {
  key: 'purposes',
  title: 'Purposes',
  noun: 'Purpose',
  nameField: 'purpose',
  nameLabel: 'Purpose',
  missing: 'Please enter the Purpose.',
  purpose: 'What people say they need data for. A Data Request names at least one.',
  path: PURPOSES,
  page: async (args, signal) => {
    const query = listQuery<typeof PURPOSES>(args);
    const answer = body(await api.GET(PURPOSES, { params: { query }, signal }));
    return { data: answer.data.map(ofPurpose), page: answer.page };
  },
  one: async (id, signal) => ({
    data: ofPurpose(body(await api.GET(`${PURPOSES}/{id}`, { ...pathOf(id), signal })).data),
  }),
  add: async ({ name, ...input }, headers) =>
    body(await api.POST(PURPOSES, { headers, body: { ...input, purpose: name } })),
  change: async (id, { name, ...input }) =>
    body(await api.PUT(`${PURPOSES}/{id}`, { ...pathOf(id), body: { ...input, purpose: name } })),
  remove: (id) => api.DELETE(`${PURPOSES}/{id}`, pathOf(id)),
};

const committees: EntryKind = {
  key: 'committees',
  title: 'Ethics Committees',
  noun: 'Ethics Committee',
  nameField: 'irb_name',
  nameLabel: 'Ethics Committee Name',
  missing: 'Please enter the Ethics Committee Name.',
  purpose: 'Who approves studies. A Data Request names the committee that approved it.',
  path: COMMITTEES,
  page: async (args, signal) => {
    const query = listQuery<typeof COMMITTEES>(args);
    const answer = body(await api.GET(COMMITTEES, { params: { query }, signal }));
    return { data: answer.data.map(ofCommittee), page: answer.page };
  },
  one: async (id, signal) => ({
    data: ofCommittee(body(await api.GET(`${COMMITTEES}/{id}`, { ...pathOf(id), signal })).data),
  }),
  add: async ({ name, ...input }, headers) =>
    body(await api.POST(COMMITTEES, { headers, body: { ...input, irb_name: name } })),
  change: async (id, { name, ...input }) =>
    body(
      await api.PUT(`${COMMITTEES}/{id}`, { ...pathOf(id), body: { ...input, irb_name: name } }),
    ),
  remove: (id) => api.DELETE(`${COMMITTEES}/{id}`, pathOf(id)),
};

const equipment: EntryKind = {
  key: 'equipment',
  title: 'Equipment Types',
  noun: 'Equipment Type',
  nameField: 'equipment_type',
  nameLabel: 'Equipment Type',
  missing: 'Please enter the Equipment Type.',
  purpose: 'On what data is handled. A Data Request names a type for each device.',
  path: EQUIPMENT,
  page: async (args, signal) => {
    const query = listQuery<typeof EQUIPMENT>(args);
    const answer = body(await api.GET(EQUIPMENT, { params: { query }, signal }));
    return { data: answer.data.map(ofEquipmentType), page: answer.page };
  },
  one: async (id, signal) => ({
    data: ofEquipmentType(body(await api.GET(`${EQUIPMENT}/{id}`, { ...pathOf(id), signal })).data),
  }),
  add: async ({ name, ...input }, headers) =>
    body(await api.POST(EQUIPMENT, { headers, body: { ...input, equipment_type: name } })),
  change: async (id, { name, ...input }) =>
    body(
      await api.PUT(`${EQUIPMENT}/{id}`, {
        ...pathOf(id),
        body: { ...input, equipment_type: name },
      }),
    ),
  remove: (id) => api.DELETE(`${EQUIPMENT}/{id}`, pathOf(id)),
};

export const entryKinds = { purposes, committees, equipment } as const;
