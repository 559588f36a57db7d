import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { listQuery, type ListArgs } from '@/api/lists';
import type { CommitteeRecord, EquipmentTypeRecord, Page, PurposeRecord } from '@/api/models';
import { getAs } from '@/api/query';
import { send, sendOnce } from '@/api/send';
import type { SaveCalls } from '@/api/useSave';

/** An entry of one of the lists that requests choose from. */
export interface Entry {
  id: number;
  name: string;
  /** 1 if active; 0 if it is not offered any more. */
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

interface Entries {
  rows: Entry[];
  total: number;
}

/** One of the lists: its texts and calls. */
export interface EntryKind {
  /** The name of the list in the address. */
  key: 'purposes' | 'committees' | 'equipment';
  /** The title of the tab and of the list. */
  title: string;
  /** The name of one entry, such as "Ethics Committee". */
  noun: string;
  /** The name field in the API, to which the server's errors refer. */
  nameField: 'purpose' | 'irb_name' | 'equipment_type';
  nameLabel: string;
  /** The message for an empty name. */
  missing: string;
  purpose: string;
  page: (args: ListArgs) => UseQueryOptions<Entries>;
  one: (id: number) => UseQueryOptions<Entry>;
  calls: SaveCalls<EntryInput>;
  remove: (id: number) => Promise<unknown>;
}

const pathOf = (id: number) => ({ params: { path: { id } } });

const entriesOf =
  <Row>(entryOf: (row: Row) => Entry) =>
  ({ data, page }: { data: Row[]; page: Page }): Entries => ({
    rows: data.map(entryOf),
    total: page.total,
  });

const pageOf = (title: string) => ({
  placeholderData: keepPreviousData,
  meta: { failure: `Error retrieving ${title}` },
});

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
  purpose: 'Reasons why people need data. A Data Request names at least one.',
  page: (args) =>
    getAs(
      PURPOSES,
      { query: listQuery<typeof PURPOSES>(args) },
      'entries',
      entriesOf(ofPurpose),
      pageOf('purposes'),
    ),
  one: (id) => getAs(`${PURPOSES}/{id}`, { path: { id } }, 'entry', ({ data }) => ofPurpose(data)),
  calls: {
    add: ({ name, ...input }) => sendOnce(PURPOSES, { body: { ...input, purpose: name } }),
    change: (id, { name, ...input }) =>
      send('put', `${PURPOSES}/{id}`, { ...pathOf(id), body: { ...input, purpose: name } }),
  },
  remove: (id) => api.DELETE(`${PURPOSES}/{id}`, pathOf(id)),
};

const committees: EntryKind = {
  key: 'committees',
  title: 'Ethics Committees',
  noun: 'Ethics Committee',
  nameField: 'irb_name',
  nameLabel: 'Ethics Committee Name',
  missing: 'Please enter the Ethics Committee Name.',
  purpose: 'Committees that approve studies. A Data Request names the committee that approved it.',
  page: (args) =>
    getAs(
      COMMITTEES,
      { query: listQuery<typeof COMMITTEES>(args) },
      'entries',
      entriesOf(ofCommittee),
      pageOf('ethics committees'),
    ),
  one: (id) =>
    getAs(`${COMMITTEES}/{id}`, { path: { id } }, 'entry', ({ data }) => ofCommittee(data)),
  calls: {
    add: ({ name, ...input }) => sendOnce(COMMITTEES, { body: { ...input, irb_name: name } }),
    change: (id, { name, ...input }) =>
      send('put', `${COMMITTEES}/{id}`, { ...pathOf(id), body: { ...input, irb_name: name } }),
  },
  remove: (id) => api.DELETE(`${COMMITTEES}/{id}`, pathOf(id)),
};

const equipment: EntryKind = {
  key: 'equipment',
  title: 'Equipment Types',
  noun: 'Equipment Type',
  nameField: 'equipment_type',
  nameLabel: 'Equipment Type',
  missing: 'Please enter the Equipment Type.',
  purpose: 'Types of devices that hold data. A Data Request names a type for each device.',
  page: (args) =>
    getAs(
      EQUIPMENT,
      { query: listQuery<typeof EQUIPMENT>(args) },
      'entries',
      entriesOf(ofEquipmentType),
      pageOf('equipment types'),
    ),
  one: (id) =>
    getAs(`${EQUIPMENT}/{id}`, { path: { id } }, 'entry', ({ data }) => ofEquipmentType(data)),
  calls: {
    add: ({ name, ...input }) => sendOnce(EQUIPMENT, { body: { ...input, equipment_type: name } }),
    change: (id, { name, ...input }) =>
      send('put', `${EQUIPMENT}/{id}`, { ...pathOf(id), body: { ...input, equipment_type: name } }),
  },
  remove: (id) => api.DELETE(`${EQUIPMENT}/{id}`, pathOf(id)),
};

export const entryKinds = { purposes, committees, equipment } as const;
