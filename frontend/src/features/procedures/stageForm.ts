import type { Description } from '@/ui/ConflictNotice';
import type { ApprovalProcedure, Stage, StageInput, StageType } from '@/api/models';
import type { FieldErrors } from '@/ui/records/useRecordForm';
import { staffRoles } from '@/lib/roles';

/** The values of the stage form. Fields without a choice are empty texts. */
export interface StageForm {
  approval_procedure: number | '';
  role: number | '';
  stage_type: number | '';
  stage_order: number | '';
  stage_activity: string;
  branch_level: number | '';
  pos_x: string;
  pos_y: string;
  icon: string;
  /** The number of working days as it was typed. Empty for none. */
  target: string;
}

export type StageField = keyof StageForm;

/** Stage order options (3 §5). */
export const stageOrders = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'].map(
  (name, index) => ({ value: index + 1, name }),
);

/** Branch level options (3 §5). */
export const branchLevels = [
  { value: 0, name: 'Zero' },
  { value: 1, name: 'One' },
];

/**
 * Returns the ids of the roles that a stage of this type can have; without a type, those of all
 * types.
 */
export function rolesOf(types: readonly StageType[] = [], chosen: number | ''): number[] {
  const type = types.find(({ stage_type_id }) => stage_type_id === chosen);
  return type?.roles ?? types.flatMap(({ roles }) => roles);
}

/** The limits of a target in working days. */
const TARGET = { min: 1, max: 250 } as const;

export const TARGET_ERROR = `Enter ${TARGET.min} to ${TARGET.max} working days, or nothing for a stage without a target.`;

/** Parses a number of days. Returns null for an empty text, and undefined if it is no integer. */
export function parseDays(text: string): number | null | undefined {
  const typed = text.trim();
  if (!typed) return null;
  const days = Number(typed);
  return /^-?\d+$/.test(typed) && Number.isSafeInteger(days) ? days : undefined;
}

/** Returns true if a text is a valid target, or empty for none. */
export function isTarget(text: string): boolean {
  const days = parseDays(text);
  return days === null || (days !== undefined && days >= TARGET.min && days <= TARGET.max);
}

/** The records that tell which stages have a decision. Undefined while they are not loaded. */
interface Lists {
  roles: readonly { role_id: number; role: string }[] | undefined;
  types: readonly StageType[] | undefined;
}

/**
 * Returns true if a stage can have a target, because a staff role decides at it. Also true while
 * the lists are not loaded, so that a stored target is kept.
 */
export function canHaveTarget(
  { role, stage_type }: Pick<StageForm, 'role' | 'stage_type'>,
  { roles, types }: Lists,
): boolean {
  if (role === '' || stage_type === '') return false;
  if (!roles || !types) return true;
  const type = types.find(({ stage_type_id }) => stage_type_id === stage_type);
  const name = roles.find(({ role_id }) => role_id === role)?.role;
  const isJunction = type?.built_in === true && type.stage_type === 'Junction';
  return isJunction && staffRoles.some((staffRole) => staffRole === name);
}

/** The required fields, with label and toast, in the order of the specification (3 §5). */
const required: readonly [StageField, string, string][] = [
  ['approval_procedure', 'Approval Procedure', 'Please select the Approval Procedure Name.'],
  ['role', 'Role', 'Please select the Role.'],
  ['stage_type', 'Stage Type', 'Please select the Stage Type.'],
  ['stage_order', 'Stage Order', 'Please select the Stage Order.'],
  ['stage_activity', 'Stage Activity', 'Please enter the Stage Activity.'],
  ['branch_level', 'Branch Level', 'Please select the Branch Level.'],
  ['pos_x', 'Position X', 'Please enter the position on the X axis.'],
  ['pos_y', 'Position Y', 'Please enter the position on the Y axis.'],
  ['icon', 'Icon', 'Please enter the Icon.'],
];

const isMissing = (value: string | number) => typeof value === 'string' && !value.trim();

export function newStage(procedureId: number): StageForm {
  return {
    approval_procedure: procedureId,
    role: '',
    stage_type: '',
    stage_order: '',
    stage_activity: '',
    branch_level: '',
    pos_x: '0.5',
    pos_y: '0.5',
    icon: '',
    target: '',
  };
}

export function formOf(stage: Stage): StageForm {
  return {
    ...stage,
    pos_x: String(stage.pos_x),
    pos_y: String(stage.pos_y),
    target: String(stage.target ?? ''),
  };
}

/** The records that provide the names of the chosen values. */
interface Known {
  procedures: readonly ApprovalProcedure[];
  roles: readonly { role_id: number; role: string }[];
  types: readonly StageType[];
}

/** Returns labels and texts of a stage's values. */
export function describe(stage: StageForm, { procedures, roles, types }: Known): Description {
  const procedure = procedures.find(
    ({ approval_procedure_id }) => approval_procedure_id === stage.approval_procedure,
  );
  const role = roles.find(({ role_id }) => role_id === stage.role);
  const type = types.find(({ stage_type_id }) => stage_type_id === stage.stage_type);
  return [
    ['Approval Procedure', procedure?.name ?? ''],
    ['Role', role?.role ?? ''],
    ['Stage Type', type?.stage_type ?? ''],
    ['Stage Order', String(stage.stage_order)],
    ['Stage Activity', stage.stage_activity],
    ['Branch Level', String(stage.branch_level)],
    ['Position X', stage.pos_x],
    ['Position Y', stage.pos_y],
    ['Icon', stage.icon],
    ['Target (working days)', stage.target],
  ];
}

export function check(form: StageForm, lists: Lists): FieldErrors<StageForm> {
  const missing = required.filter(([field]) => isMissing(form[field]));
  const isWrong = canHaveTarget(form, lists) && !isTarget(form.target);
  return {
    ...Object.fromEntries(
      missing.map(([field, name, toast]) => [field, { beside: `${name} is required.`, toast }]),
    ),
    ...(isWrong && { target: TARGET_ERROR }),
  };
}

/** Converts a complete form to the body of the call. A stage without a decision has no target. */
export function inputOf(form: StageForm, lists: Lists): StageInput {
  return {
    approval_procedure: Number(form.approval_procedure),
    role: Number(form.role),
    stage_type: Number(form.stage_type),
    stage_order: Number(form.stage_order),
    stage_activity: form.stage_activity,
    branch_level: Number(form.branch_level),
    pos_x: Number(form.pos_x),
    pos_y: Number(form.pos_y),
    icon: form.icon,
    target: canHaveTarget(form, lists) ? (parseDays(form.target) ?? null) : null,
  };
}
