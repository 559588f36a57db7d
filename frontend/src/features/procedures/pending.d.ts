import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];

interface DrawnStageBody {
  stage_id: number;
  role: number;
  role_name: string;
  stage_type: number;
  stage_type_name: string;
  stage_order: number;
  stage_activity: string;
  branch_level: number;
  pos_x: number;
  pos_y: number;
  icon: string;
}
interface DrawnLinkBody {
  current_stage?: number | null;
  next?: number | null;
}
interface DrawnBody {
  approval_procedure_id: number;
  name: string;
  is_active: boolean;
  is_default: boolean;
  stages: DrawnStageBody[];
  links: DrawnLinkBody[];
  faults: { places: string[]; message: string }[];
  warnings: string[];
  row_version: number;
}
interface DrawingInput {
  stages: Partial<Omit<DrawnStageBody, 'role_name' | 'stage_type_name'>>[];
  links: DrawnLinkBody[];
  row_version?: number | null;
  keep_faults?: boolean;
}
interface AskedBody {
  stage_id: number;
  kind: 'people' | 'nobody' | 'not_offered';
  organisation?: string | null;
  people: number;
}
interface StageStateBody {
  stage_id: number;
  state: string;
}
interface TrialBody {
  status: string;
  is_over: boolean;
  waiting: number[];
  approvals_left: number;
  in_a_row: number;
  stages: StageStateBody[];
  steps: {
    stage?: number | null;
    approve?: boolean | null;
    told: { who: string; stage_id?: number | null; message: string }[];
    changed: StageStateBody[];
    releases: boolean;
    status: string;
  }[];
  asked: AskedBody[];
  refused?: string | null;
}
interface MatrixBody {
  stages: { stage_id: number; stage_activity: string; role: number; role_name: string }[];
  sources: { data_source: number; source: string; cells: AskedBody[] }[];
}
interface LetterBody {
  heading: string;
  body: string;
  is_standard: boolean;
  placeholders: { placeholder: string; description: string }[];
  row_version: number;
}
interface ChangeBody {
  procedure_change_id: number;
  approval_procedure: number;
  procedure: string;
  user_id: number;
  fname: string;
  sname: string;
  changed_on: string;
  lines: string[];
}
interface FileBody {
  schema?: number | null;
  name?: string | null;
  description?: string | null;
  stages?: object[] | null;
  links?: object[] | null;
  letter?: object | null;
  keep_faults?: boolean | null;
}

type Json<T> = { headers: Record<string, unknown>; content: { 'application/json': T } };
interface Envelope<T> {
  code: number;
  message: string;
  data: T;
}
type Of = { path: { id: number } };
type Answers<T, Status extends number = 200> = { responses: Record<Status, Json<Envelope<T>>> };

declare module '@/api/schema.gen' {
  interface paths {
    '/api/v1/data_requests/approval_procedures/{id}/drawing': {
      get: { parameters: Of } & Answers<DrawnBody>;
      put: {
        parameters: Of;
        requestBody: { content: { 'application/json': DrawingInput } };
      } & Answers<DrawnBody>;
    };
    '/api/v1/data_requests/approval_procedures/{id}/duplicate': {
      post: {
        parameters: Of;
        requestBody: { content: { 'application/json': { name?: string | null } } };
      } & Answers<{ approval_procedure_id: number }, 201>;
    };
    '/api/v1/data_requests/approval_procedures/{id}/export': {
      get: { parameters: Of } & { responses: { 200: Json<FileBody> } };
    };
    '/api/v1/data_requests/approval_procedures/import': {
      post: {
        requestBody: {
          content: {
            'application/json': FileBody;
          };
        };
      } & Answers<{ approval_procedure_id: number }, 201>;
    };
    '/api/v1/data_requests/approval_procedures/history': {
      get: {
        parameters: {
          query?: {
            approval_procedure?: number;
            page?: number;
            page_size?: number;
            search?: string;
            sort?: 'changed_on' | '-changed_on';
          };
        };
        responses: {
          200: Json<{
            code: number;
            message: string;
            data: ChangeBody[];
            page: Schemas['PageBody'];
          }>;
        };
      };
    };
    '/api/v1/data_requests/approval_procedures/{id}/trial': {
      post: {
        parameters: Of;
        requestBody: {
          content: {
            'application/json': {
              moves: { stage: number; approve: boolean }[];
              stages?: DrawingInput['stages'] | null;
              links?: DrawnLinkBody[] | null;
              data_source?: number | null;
            };
          };
        };
      } & Answers<TrialBody>;
    };
    '/api/v1/data_requests/approval_procedures/{id}/matrix': {
      get: { parameters: Of } & Answers<MatrixBody>;
    };
    '/api/v1/data_requests/approval_procedures/{id}/letter': {
      get: { parameters: Of } & Answers<LetterBody>;
      put: {
        parameters: Of;
        requestBody: {
          content: {
            'application/json': { heading: string; body: string; row_version?: number | null };
          };
        };
      } & Answers<LetterBody>;
      delete: { parameters: Of; responses: { 204: { headers: Record<string, unknown> } } };
    };
    '/api/v1/data_requests/approval_procedures/{id}/letter/preview': {
      post: {
        parameters: Of;
        requestBody: { content: { 'application/json': { heading: string; body: string } } };
        responses: {
          200: { headers: Record<string, unknown>; content: { 'application/pdf': string } };
        };
      };
    };
    '/api/v1/data_requests/approval_procedures/{id}/letter/preview/text': {
      post: {
        parameters: Of;
        requestBody: { content: { 'application/json': { heading: string; body: string } } };
      } & Answers<{ heading: string; body: string }>;
    };
    '/api/v1/data_requests/next_stage/{id}/insert': {
      post: {
        parameters: Of;
        requestBody: {
          content: {
            'application/json': Omit<
              Schemas['StageInputBody'],
              'approval_procedure' | 'pos_x' | 'pos_y'
            > & { pos_x?: number | null; pos_y?: number | null; row_version?: number | null };
          };
        };
      } & Answers<{ stage_id: number }, 201>;
    };
  }
}
