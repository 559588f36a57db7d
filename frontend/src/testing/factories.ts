import type {
  AssignedRole,
  DataSource,
  MeaningBlock,
  MeaningSpan,
  RequestedVariable,
  OwnPasskey,
  SecondFactor,
  User,
  Variable,
} from '@/api/models';
import type { RoleName } from '@/lib/roles';
import { roleNames } from '@/lib/roles';

/** An assigned role, activated by default. */
export function makeRole(role: RoleName, status = 'Activated'): AssignedRole {
  const rank = roleNames.indexOf(role) + 1;
  return {
    assigned_role_id: 100 + rank,
    role,
    role_id: rank,
    org_role_id: 10 + rank,
    organisation: 'National Health Institute',
    rank,
    latest_role_status: [{ status, role_status_id: status === 'Activated' ? 2 : 1 }],
  };
}

export function makeUser(changes: Partial<User> = {}): User {
  return {
    user_id: 7,
    fname: 'Naledi',
    middle_name: null,
    sname: 'Okafor',
    phone: '+15550111',
    org_email: 'naledi.okafor@university.example',
    designation: 'Epidemiologist',
    department: 'Public Health',
    org: { org_id: 6, name: 'Data Requester' },
    is_active: 'Active',
    pending_activation: false,
    email_is_verified: true,
    token: 'token-of-naledi',
    selected_role: null,
    assigned_roles: [makeRole('Data Requester')],
    ...changes,
  };
}

/** The second factor of a person who has none and needs none. */
export const makeSecondFactor = (changes: Partial<SecondFactor> = {}): SecondFactor => ({
  app_added_on: null,
  app_last_used_on: null,
  passkeys: [],
  passkeys_available: false,
  recovery_codes_left: 0,
  recovery_codes_made_on: null,
  required: false,
  required_from: null,
  ...changes,
});

/** A passkey of the user that was not used yet. */
export const makeOwnPasskey = (changes: Partial<OwnPasskey> = {}): OwnPasskey => ({
  passkey_id: 31,
  name: 'Work laptop',
  added_on: '2026-03-05T10:00:00Z',
  last_used_on: null,
  ...changes,
});

/** Recovery codes in the form in which the server shows them. */
export const recoveryCodes = [
  '4K7QZ-M2XRB',
  '9TCEH-0VWJ5',
  'QM3D8-YP6NA',
  'X5GFS-1RKZ7',
  'B2NWT-HE84C',
  'J6VRM-3QDXP',
  '0ZYKA-TS95G',
  'E8CPN-W4BHM',
  'R1XJT-67FQD',
  'GV5SK-N9ZE2',
] as const;

/** A secret of an authenticator app, as the server shows it once. */
export const appSecret = {
  secret: 'GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ',
  address:
    'otpauth://totp/Aditus:naledi.okafor%40university.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Aditus',
  expires_on: '2027-01-01T12:10:00Z',
};

export function makeSource(changes: Partial<DataSource> = {}): DataSource {
  return {
    data_source_id: 1,
    source: 'National Hospital Records',
    description: 'Admissions and diagnoses',
    publish: true,
    tables_count: 4,
    variables_count: 40,
    ...changes,
  };
}

/** A span of a meaning, without formatting by default. */
export const makeSpan = (text: string, changes: Partial<MeaningSpan> = {}): MeaningSpan => ({
  text,
  strong: false,
  emphasis: false,
  code: false,
  href: null,
  ...changes,
});

export const makeBlock = (text: string): MeaningBlock => ({
  is_item: false,
  spans: [makeSpan(text)],
});

/** A variable in the first dataset of a request. */
export function makeRequestedVariable(changes: Partial<RequestedVariable> = {}): RequestedVariable {
  const variable = makeVariable(changes);
  return {
    dataset_variable_id: 1000 + variable.var_id,
    rdataset: 11,
    is_distinct: false,
    since_request: null,
    ...variable,
    ...changes,
  };
}

export function makeVariable(changes: Partial<Variable> = {}): Variable {
  return {
    var_id: 1,
    var_name: 'birth_date',
    ids_column_name: 'BIRTH_DATE',
    tbl_id: 1,
    tbl_name: 'patient',
    data_source: 1,
    data_type: 'Date',
    publish: true,
    meaning: 'Date of birth',
    meaning_blocks: [makeBlock('Date of birth')],
    derived: false,
    range: null,
    reference: null,
    usage: 'Analytical',
    source: 'National Hospital Records',
    is_primary: false,
    is_foreign: false,
    is_identifiable: false,
    is_analytical: true,
    enumerated: false,
    date_introduced: null,
    synonyms: [],
    input_values: [],
    dependencies: [],
    timeline_of_changes: [],
    variable_metadata: [],
    hits: [],
    ...changes,
  };
}
