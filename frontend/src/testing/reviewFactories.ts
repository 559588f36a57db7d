import { sections } from '@/lib/requestSections';
import type {
  DataRequest,
  Due,
  Expected,
  Extension,
  Feedback,
  Notification,
  RequestRow,
  RequestState,
  StateComment,
} from '@/api/models';
import { answerList } from './server';

const HOUR = 3_600_000;

/** Returns the time some hours ago, in the format of the API. */
export const hoursAgo = (hours: number): string =>
  new Date(Date.now() - hours * HOUR).toISOString();

/** A due date. By default there is time left. */
export const makeDue = (changes: Partial<Due> = {}): Due => ({
  on: '2026-12-04',
  state: 'On time',
  ...changes,
});

/** An extension of a term. */
export const makeExtension = (changes: Partial<Extension> = {}): Extension => ({
  count: 1,
  unit: 'months',
  reason: 'The ethics committee meets in May.',
  on: hoursAgo(24),
  ...changes,
});

/** An expected day, by a term of three months that was not extended. */
export const makeExpected = (changes: Partial<Expected> = {}): Expected => ({
  term: { unit: 'months', count: 3 },
  on: '2026-12-04',
  state: 'On time',
  extended: null,
  paused: false,
  ...changes,
});

/**
 * A stage. By default the one of `makeRole('Data Security Reviewer')`, which is waiting for a
 * decision.
 */
export function makeState(changes: Partial<RequestState> = {}): RequestState {
  return {
    request_state_id: 95,
    state_id: 95,
    current_state: 95,
    next: [],
    state: 'Unattended',
    stage_type: 'Junction',
    role: 'Data Security Reviewer',
    org_role_id: 18,
    organisation: 'National Health Institute',
    stage_order: 5,
    stage_activity: 'Security review',
    timeline: changes.state ?? 'Unattended',
    icon: 'Policy',
    pos_x: 0.3,
    pos_y: 0.5,
    created_on: hoursAgo(200),
    unattended_since: hoursAgo(73),
    responded_on: null,
    reason: null,
    recommendation: null,
    attended_by: null,
    target: null,
    due: null,
    ...changes,
  };
}

export const makeAttendant = (
  changes: Partial<NonNullable<RequestState['attended_by']>> = {},
): NonNullable<RequestState['attended_by']> => ({
  user_id: 7,
  fname: 'Naledi',
  sname: 'Okafor',
  org_email: 'naledi.okafor@health-data.example',
  phone: '+15550107',
  org_name: 'National Health Institute',
  ...changes,
});

/** The permission to decide, confirmed in one of these ways. */
export const mayDecide = (...confirm_by: readonly ('code' | 'passkey')[]) => ({
  allowed: true,
  why_not: null,
  confirm_by: [...confirm_by],
});
// Every ability has the ways of a decision here, and only that of the decision is read.
const may = mayDecide('code');
export const mayNot = (why_not: string) => ({ ...may, allowed: false, why_not });

const editable = [
  'principal',
  'ethics',
  'agreement',
  'dataFormat',
  'dataSource',
  'devices',
  'staff',
] as const;

/**
 * Edit permissions of a request. The `open` sections may be edited, in answer to the given comment
 * if there is one.
 */
export const editsOf = (
  open: readonly (typeof editable)[number][],
  comment_id: number | null = null,
): DataRequest['acting']['edit'] =>
  editable.map((section) =>
    open.includes(section)
      ? { section: sections[section], may_edit: true, comment_id, why_not: null }
      : {
          section: sections[section],
          may_edit: false,
          comment_id: null,
          why_not: 'You may edit this section once a reviewer has asked for it.',
        },
  );

/** The permissions of the Data Security Reviewer of `makeState()`, who is to decide next. */
export function makeActing(changes: Partial<DataRequest['acting']> = {}): DataRequest['acting'] {
  return {
    stage: {
      state_id: 95,
      state: 'Unattended',
      role: 'Data Security Reviewer',
      org_role_id: 18,
      assigned_role_id: 108,
    },
    decide: may,
    comment: may,
    demand_action: Object.values(sections).map((section) =>
      section === sections.specification
        ? { section, ...mayNot('Action cannot be required on this section.') }
        : { section, ...may },
    ),
    edit: editsOf([]),
    recall: mayNot('Only the requester or a Super User can recall this Data Request.'),
    resubmit: mayNot('Only the requester can resubmit this Data Request.'),
    extend: mayNot('This Data Request has no term right now.'),
    give_feedback: mayNot('Only the requester can give feedback on this Data Request.'),
    blocked_until: null,
    ...changes,
  };
}

export function makeRequest(changes: Partial<DataRequest> = {}): DataRequest {
  const request = {
    request_id: 11,
    tracking_id: 'REQ000011',
    reference: 'DAC0011',
    title: 'Late registration of births',
    status: 'Pending',
    severity: 'warning',
    status_text: 'Submitted 8 days ago',
    waiting_text: 'Waiting for the Data Security Reviewer, 3 days',
    due: null,
    expected: null,
    answer_by: null,
    round: 1,
    version: 4,
    changed_since: null,
    rounds: [{ round: 1, started_on: hoursAgo(200), note: null, extension: null }],
    requester: {
      user_id: 1,
      fname: 'Amara',
      sname: 'Linwood',
      department: 'Public Health',
      designation: 'Epidemiologist',
      phone: '+15550100',
      org_email: 'amara.linwood@university.example',
      org_name: 'Halden University',
    },
    organization: { name: 'Halden University' },
    purposes: [{ purpose_id: 3, purpose: 'Other', purpose_description: 'Planning of clinics' }],
    requested_datasets: [
      {
        rdataset_id: 11,
        dataset_description: 'Births by place',
        data_source: { data_source_id: 3, source: 'Civil Registration', description: 'Births' },
        filters: { facility_filter: [], date_range_filter: {} },
        release_date: null,
        variables_count: 0,
        tables: [],
      },
    ],
    date_created: hoursAgo(200),
    submitted_on: hoursAgo(200),
    needed_on: '2027-01-15',
    protocol_ref_num: 'HRE/2026/110',
    irb_id: 2,
    irb_name: 'National Council',
    ethics_approval_letter: 'Yes',
    additional_ethics_committee_name: null,
    additional_IRB_file_path: null,
    ethics_doc_path: 'requests/letter.pdf',
    file_path: null,
    data_specs_path: null,
    exempted: false,
    department: null,
    data_format: 'Direct access',
    direct_access_from: '2027-02-01',
    direct_access_to: '2027-03-01',
    no_date_limit: false,
    principal_fname: 'Leonora',
    principal_sname: 'Abernathy',
    principal_email: 'leonora.abernathy@university.example',
    principal_phone: '+15550150',
    principal_occupation: 'Professor',
    principal_institution: 'Halden University',
    isPrincipal: false,
    dataset_description: 'Births by place',
    filters: { facility_filter: [], date_range_filter: { start_value: null, end_value: null } },
    dataset_variables: [],
    list_of_devices: [],
    duplicates: { devices: [], staff: [] },
    list_of_staff: [
      {
        staff_shared_id: 1,
        first_name: 'Thea',
        surname: 'Blackwood',
        phone: '+15550161',
        email: 'thea.blackwood@university.example',
        identification_type: 'Passport',
        identification_number: 'P1',
        position_in_organisation: 'Statistician',
        identification_file_path: null,
        confidentiality_protocols: false,
      },
    ],
    documents: [],
    request_states: [makeState()],
    approval_chain: changes.request_states?.map(({ state_id }) => state_id) ?? [95],
    has_feedback: false,
    is_own: false,
    may_recall: false,
    needs_new_date: false,
    acting: makeActing(),
    ...changes,
  };
  const variablesOf = (id: number) =>
    request.dataset_variables.filter(({ rdataset }) => rdataset === id);
  return {
    ...request,
    requested_datasets: request.requested_datasets.map((dataset) => ({
      ...dataset,
      variables_count: variablesOf(dataset.rdataset_id).length,
      tables: compositionOf(variablesOf(dataset.rdataset_id)),
    })),
  };
}

/** Counts variables by table and kind, as the server does. */
function compositionOf(variables: DataRequest['dataset_variables']) {
  return [...new Set(variables.map(({ tbl_name }) => tbl_name))].map((table) => {
    const of = variables.filter(({ tbl_name }) => tbl_name === table);
    const identifying = of.filter(({ is_identifiable }) => is_identifiable).length;
    const derived = of.filter((one) => one.derived && !one.is_identifiable).length;
    return { table, identifying, derived, ordinary: of.length - identifying - derived };
  });
}

/** Returns a page of the variables of a dataset of this request. */
export function answerVariables(request: DataRequest, { url }: Request) {
  const query = new URL(url).searchParams;
  const [id, page, size] = ['rdataset_id', 'page', 'page_size'].map((name) =>
    Number(query.get(name)),
  ) as [number, number, number];
  const rows = request.dataset_variables
    .filter(({ rdataset }) => rdataset === id)
    .filter(({ since_request }) => since_request !== null || query.get('moved_on') !== 'true')
    .map(({ dataset_variable_id, rdataset, is_distinct, since_request, ...variable }) => ({
      dataset_variable_id,
      rdataset,
      is_distinct,
      since_request,
      var: variable,
    }));
  return answerList(rows.slice((page - 1) * size, page * size), rows.length);
}

export function makeRequestRow(changes: Partial<RequestRow> = {}): RequestRow {
  return {
    request_id: 11,
    tracking_id: 'REQ000011',
    reference: 'DAC0011',
    title: 'Late registration of births',
    status: 'Pending',
    requester: { fname: 'Amara', sname: 'Linwood' },
    organization: { name: 'Halden University' },
    purposes: ['Other'],
    data_sources: ['Civil Registration'],
    date_created: hoursAgo(200),
    age: '8 days ago',
    status_text: 'Submitted 8 days ago',
    waiting_text: 'Waiting for the Data Security Reviewer, 3 days',
    needed_on: '2027-01-15',
    ethics_approval_letter: 'Yes',
    last_responded_on: null,
    waiting_for: ['Data Security Reviewer'],
    waiting_since: hoursAgo(73),
    due: null,
    expected: null,
    answer_by: null,
    own_state: { request_state_id: 95, state: 'Unattended' },
    progress: { done: 2, total: 6, state: 'Unattended' },
    has_feedback: false,
    blocked_until: null,
    may_decide: true,
    waits_for_nobody: false,
    ...changes,
  };
}

export function makeComment(changes: Partial<StateComment> = {}): StateComment {
  return {
    comment_id: 5,
    request_state: 95,
    data_request: 11,
    round: 1,
    version: 1,
    section_changed: false,
    comment: 'The serial number misses a digit.',
    section: 'Has the List of Devices Form been filed?',
    resolved: false,
    resolved_on: null,
    action_required: false,
    answer_by: null,
    answered: changes.resolved ?? false,
    author: {
      assigned_role_id: 108,
      user: { user_id: 7, fname: 'Naledi', sname: 'Okafor' },
      org_role: { role: { role: 'Data Security Reviewer' } },
    },
    created_on: hoursAgo(1),
    replies: [],
    reply_as: null,
    may_resolve: true,
    may_reopen: false,
    blocks_until: changes.action_required && !changes.resolved ? hoursAgo(-47) : null,
    ...changes,
  };
}

export function makeNotification(changes: Partial<Notification> = {}): Notification {
  return {
    id: 1,
    message: 'Data Request DAC0011 awaits your decision.',
    role: 'Data Security Reviewer',
    kind: 'turn_came',
    request_id: 11,
    request_title: 'Late registration of births',
    read: false,
    authored_on: hoursAgo(2),
    ...changes,
  };
}

export function makeFeedback(changes: Partial<Feedback> = {}): Feedback {
  return {
    data_request_feedback_id: 4,
    title: 'REQ00004',
    request_title: 'Births',
    data_request_process_experience: 'Fair',
    would_recommend_others: 'Maybe',
    reasonable_response_timeframe: false,
    study_questions_answered_by_request: true,
    expectations_met: 'Met',
    improvement_suggestion: 'Answer sooner',
    would_you_come_back: 'Yes',
    additional_feedback: null,
    date_created: '2026-03-05T10:00:00Z',
    ...changes,
  };
}
