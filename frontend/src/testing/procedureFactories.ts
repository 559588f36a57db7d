import type { ApprovalProcedure, DrawnProcedure, NextStage, Stage } from '@/api/models';

export function makeProcedure(changes: Partial<ApprovalProcedure> = {}): ApprovalProcedure {
  return {
    approval_procedure_id: 5,
    name: 'Fast track',
    description: 'For small requests',
    is_active: false,
    is_default: false,
    term: null,
    completion_window: null,
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
    target: null,
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

/** A drawing of four stages in a line: Created, Review, Release, Feedback, with the ids 1 to 4. */
export function makeDrawing(changes: Partial<DrawnProcedure> = {}): DrawnProcedure {
  const activities = ['Created', 'Review', 'Release', 'Feedback'];
  const { approval_procedure_id, name, is_active, is_default } = makeProcedure();
  return {
    ...{ approval_procedure_id, name, is_active, is_default },
    stages: activities.map((stage_activity, place) => {
      const isEnd = place === 0 || place === activities.length - 1;
      return {
        stage_id: place + 1,
        role: isEnd ? 10 : 4,
        role_name: isEnd ? 'Data Requester' : 'Data Officer',
        stage_type: place === 0 ? 1 : isEnd ? 3 : 2,
        stage_type_name: place === 0 ? 'Initial' : isEnd ? 'Terminal' : 'Junction',
        stage_order: place + 1,
        stage_activity,
        branch_level: 0,
        pos_x: 0.5,
        pos_y: [0.1, 0.4, 0.6, 0.9][place] ?? 0,
        icon: 'FactCheck',
        target: null,
      };
    }),
    links: [1, 2, 3].map((id) => ({ current_stage: id, next: id + 1 })),
    faults: [],
    warnings: [],
    row_version: 1,
    ...changes,
  };
}
