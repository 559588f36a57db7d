import type { DataRequest, Device, RequestedDataset, StaffMember } from '@/api/models';
import { externalStore, useStoreValue } from './externalStore';
import { sections, type SectionKey } from './requestSections';

/**
 * The part of a submitted request that is edited: the answers of a section, or a row of one of its
 * lists. A null row is a new one.
 */
export type EditTarget =
  | { kind: 'principal' | 'ethics' | 'agreement' | 'dataFormat' | 'dataSource' | 'specification' }
  | { kind: 'device'; row: Device | null }
  | { kind: 'staff'; row: StaffMember | null }
  | { kind: 'deleteDevice'; row: Device }
  | { kind: 'deleteStaff'; row: StaffMember }
  | { kind: 'dataset'; row: RequestedDataset | null }
  /** Variables of the dictionary to add to a dataset, or variables of the dataset to remove. */
  | {
      kind: 'addVariables' | 'removeVariables';
      row: RequestedDataset;
      ids: readonly number[];
      onSaved: () => void;
    };

export interface RequestEdit {
  /** The request when the dialog opened. Its version is sent with the edit. */
  request: DataRequest;
  target: EditTarget;
  /**
   * The comment that the edit answers, if the dialog was opened from one. Otherwise the server
   * finds the comment that asks for the edit.
   */
  commentId?: number;
}

const edit = externalStore<RequestEdit | null>(null);

/**
 * Returns the open edit of a request, if any. Screens of requesters and of staff open one;
 * `EditDialogs` renders it.
 */
export function useRequestEdit(): RequestEdit | null {
  return useStoreValue(edit.subscribe, edit.get);
}

export const openEdit = (request: DataRequest, target: EditTarget, commentId?: number): void =>
  edit.set({ request, target, commentId });
export const closeEdit = (): void => edit.set(null);

/**
 * Returns the section that an edit belongs to. Datasets and the specification form belong to the
 * section of the data source.
 */
export function sectionOf({ kind }: EditTarget): SectionKey {
  if (kind === 'device' || kind === 'deleteDevice') return 'devices';
  if (kind === 'staff' || kind === 'deleteStaff') return 'staff';
  return isOfData(kind) ? 'dataSource' : kind;
}

/** Edits of the requested datasets and of the specification form. */
const ofData = ['specification', 'dataset', 'addVariables', 'removeVariables'] as const;

const isOfData = (kind: EditTarget['kind']): kind is (typeof ofData)[number] =>
  ofData.some((known) => known === kind);

type Edits = Pick<DataRequest, 'acting'>;

export const editOf = ({ acting }: Edits, section: SectionKey) =>
  acting.edit.find((one) => one.section === sections[section]);

/** True if the section can be edited now. The server decides. */
export const mayEdit = (request: Edits, section: SectionKey): boolean =>
  editOf(request, section)?.may_edit ?? false;
