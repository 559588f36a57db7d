import type { ApprovalProcedure, NextStage, Stage } from '@/api/models';

export function makeProcedure(changes: Partial<ApprovalProcedure> = {}): ApprovalProcedure {
  return {
    approval_procedure_id: 5,
    name: 'Fast track',
    description: 'For small requests',
    is_active: false,
    is_default: false,
    faults: [],
    row_version: 1,
    warnings: [],
    ...changes,
  };
}

export function makeStage(id: number, activity: string, changes: Partial<Stage> = {}): Stage {
  return {
    stage_id: id,
    approval_procedure: 5,
    procedure: 'Fast track',
    role: 4,
    role_name: 'Data Officer',
    stage_type: 2,
    stage_type_name: 'Junction',
    stage_order: 2,
    stage_activity: activity,
    branch_level: 0,
    pos_x: 0.3,
    pos_y: 0.5,
    icon: 'FactCheck',
    row_version: 1,
    ...changes,
  };
}

export function makeLink(id: number, from: Stage, to: Stage): NextStage {
  return {
    next_stage_id: id,
    approval_procedure: 5,
    procedure: 'Fast track',
    current_stage: from.stage_id,
    current_stage_activity: from.stage_activity,
    next: to.stage_id,
    next_stage_activity: to.stage_activity,
    row_version: 1,
  };
}
