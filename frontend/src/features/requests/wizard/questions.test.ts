import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeUser } from '@/testing/factories';
import { emptyDraft } from './draft';
import { contentOf, servedDraft } from './draftContent';
import { submissionOf } from './payload';
import { detailsOf, emptyDetails, fields, questionOf, type Details } from './questions';
import { screenOf } from './screens';

interface OpenApi {
  components: { schemas: Record<string, { properties: Record<string, { maxLength?: number }> }> };
}
const { schemas } = (JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApi).components;
const fieldsOf = (body: string) => Object.keys(schemas[body]?.properties ?? {});

const answered: Details = {
  title: ' Malaria ',
  ethics_committee: 1,
  protocol_ref_num: ' P/1 ',
  needed_on: '2026-03-31',
  isPrincipal: 'No',
  principal_fname: ' Naledi',
  principal_sname: 'Okafor ',
  principal_email: 'naledi@university.example ',
  principal_phone: '+27210000000',
  principal_institution: ' University',
  principal_occupation: 'Professor ',
  ethics_approval_letter: 'No',
  exempted: true,
  additional_letter: 'Yes',
  additional_ethics_committee_name: ' Second committee ',
  purposes: [1, 3],
  purpose_description: ' Warning ',
  data_format: 'Direct access',
  direct_access_from: '2026-04-01',
  direct_access_to: '2026-05-01',
  no_date_limit: false,
  dataset_description: ' Admissions ',
};
const draft = { ...emptyDraft, details: answered };

describe('the answers of step 1', () => {
  it('have the limits of the server', () => {
    const limited = fields.filter((field) => questionOf(field).limit);
    expect(limited.map((field) => [field, questionOf(field).limit])).toEqual(
      limited.map((field) => [field, schemas.SubmissionBody?.properties[field]?.maxLength]),
    );
  });

  it('are empty at first', () => {
    expect(emptyDetails).toMatchObject({
      title: '',
      ethics_committee: null,
      isPrincipal: '',
      exempted: false,
      purposes: [],
      data_format: '',
    });
  });

  it('are restored from a saved draft unchanged', () => {
    const content = contentOf(draft, new Map(), null, []);
    const on = '2026-03-02T08:00:00Z';
    const stored = { draft_id: 1, version: 1, created_on: on, changed_on: on, content, files: [] };
    expect(fieldsOf('DraftBody')).toEqual(expect.arrayContaining(Object.keys(content)));
    expect(servedDraft(stored).draft.details).toEqual(answered);
  });

  it('are asked again if the stored answer does not fit', () => {
    const stored = { title: 7, ethics_committee: '1', isPrincipal: 'Maybe', purposes: ['1'] };
    expect(detailsOf({ ...stored, data_format: 'Fax', protocol_ref_num: 'P/1' })).toEqual({
      ...emptyDetails,
      protocol_ref_num: 'P/1',
    });
  });

  it('are sent without surrounding spaces, in the fields of the payload', () => {
    const submission = submissionOf(draft, {
      files: new Map(),
      user: makeUser(),
      requester: 110,
      dataSourceId: 1,
      variableIds: [11],
      draftId: 1,
    });
    expect(fieldsOf('SubmissionBody')).toEqual(expect.arrayContaining(Object.keys(submission)));
    expect(submission).toMatchObject({
      title: 'Malaria',
      ethics_committee: 1,
      protocol_ref_num: 'P/1',
      needed_on: '2026-03-31',
      isPrincipal: false,
      principal_fname: 'Naledi',
      principal_sname: 'Okafor',
      principal_email: 'naledi@university.example',
      principal_phone: '+27210000000',
      principal_institution: 'University',
      principal_occupation: 'Professor',
      ethics_approval_letter: 'No',
      exempted: true,
      additional_ethics_committee_name: 'Second committee',
      request_purposes: [
        { purpose: 1, purpose_description: null },
        { purpose: 3, purpose_description: 'Warning' },
      ],
      data_format: 'Direct access',
      direct_access_from: '2026-04-01',
      direct_access_to: '2026-05-01',
      no_date_limit: false,
      dataset_description: 'Admissions',
    });
  });

  it.each([
    ['protocol_ref_num', 'study'],
    ['principal_email', 'principal'],
    ['file_path', 'ethics'],
    ['request_purposes', 'purpose'],
    ['data_source_id', 'dataset'],
    ['list_of_staff[0].email', 'devices-staff'],
    ['requester', 'review'],
  ])('show an error of %s on the screen %s', (field, screen) => {
    expect(screenOf(field)).toBe(screen);
  });
});
