import type { DataRequest, Device, RequestedDataset, StaffMember } from '@/api/models';
import { externalStore, useFollowed } from './externalStore';
import { sections, type SectionKey } from './requestSections';

/** What of a submitted request is edited: the answers of a section, or a row of one of its lists; null for a new row. */
export type EditTarget =
  | { kind: 'principal' | 'ethics' | 'agreement' | 'dataFormat' | 'dataSource' | 'specification' }
  | { kind: 'device'; row: Device | null }
  | { kind: 'staff'; row: StaffMember | null }
  | { kind: 'deleteDevice'; row: Device }
  | { kind: 'deleteStaff'; row: StaffMember }
  | { kind: 'dataset'; row: RequestedDataset | null }
  /** Variables of the dictionary that are added to a dataset, or variables of the dataset that are removed. */
  | {
      kind: 'addVariables' | 'removeVariables';
      row: RequestedDataset;
      ids: readonly number[];
      onSaved: () => void;
    };

export interface RequestEdit {
  /** The request as it was when the dialog opened: the edit begins from its version. */
  request: DataRequest;
  target: EditTarget;
  /** The comment that is answered, where the dialog was opened beside it; else the server says which one asks for the edit. */
  commentId?: number;
}

const edit = externalStore<RequestEdit | null>(null);

/** The open dialog that edits a request. Pages of requesters and of staff open one; `EditDialogs` shows it. */
export function useRequestEdit(): RequestEdit | null {
  return useFollowed(edit.subscribe, edit.get);
}

export const openEdit = (request: DataRequest, target: EditTarget, commentId?: number): void =>
  edit.set({ request, target, commentId });
export const closeEdit = (): void => edit.set(null);

/** The section that an edit belongs to: datasets, and the form by which data is asked for, belong to that of its source. */
export function sectionOf({ kind }: EditTarget): SectionKey {
  if (kind === 'device' || kind === 'deleteDevice') return 'devices';
  if (kind === 'staff' || kind === 'deleteStaff') return 'staff';
  return isOfData(kind) ? 'dataSource' : kind;
}

/** What is asked for, and by which form. */
const ofData = ['specification', 'dataset', 'addVariables', 'removeVariables'] as const;

const isOfData = (kind: EditTarget['kind']): kind is (typeof ofData)[number] =>
  ofData.some((known) => known === kind);

type Edits = Pick<DataRequest, 'acting'>;

/** What the server says of editing this section. */
export const editOf = ({ acting }: Edits, section: SectionKey) =>
  acting.edit.find((one) => one.section === sections[section]);

/** Whether the section may be edited now; the server knows the rule. */
export const mayEdit = (request: Edits, section: SectionKey): boolean =>
  editOf(request, section)?.may_edit ?? false;
