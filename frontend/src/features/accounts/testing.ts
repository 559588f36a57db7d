import { http } from 'msw';
import { answer, answerList, server, url } from '@/testing/server';
import { signUpDraft } from './signUp/draft';
import { verification, type Flow } from './verification';

const countries = [
  { code: 'UG', name: 'Uganda', dial_code: '+256' },
  { code: 'AF', name: 'Afghanistan', dial_code: '+93' },
  { code: 'GB', name: 'United Kingdom', dial_code: '+44' },
];

const university = { org_id: 9, name: 'Makerere University', domain: 'mak.ac.ug' };
const clinic = { org_id: 12, name: 'Hill Clinic', domain: null };

/** Sets the server's responses to the two checks of a phone number. */
export function phoneAnswers({ exists = true, registered = false } = {}) {
  const state = (value: boolean) =>
    answer({ state: value, result_message: '' }, { state: value, result_message: '' });
  server.use(
    http.post(url('users/phone'), () => state(exists)),
    http.post(url('users/duplicate'), () => state(registered)),
  );
}

/**
 * Sets the server's responses to all calls that the registration form makes while it is filled in.
 */
export function formAnswers() {
  phoneAnswers();
  server.use(
    http.get(url('users/country'), () => answer(countries)),
    http.get(url('users/password-rules'), () =>
      answer({
        min_length: 8,
        max_length: 128,
        special_characters: '!@#$%^&*()_+-=[]{};\':"\\|,.<>/?~`',
      }),
    ),
    http.get(url('users/organizations'), ({ request }) => {
      const query = new URL(request.url).searchParams;
      const domain = query.get('domain');
      const search = query.get('search')?.toLowerCase() ?? '';
      const found = [university, clinic].filter((organisation) =>
        domain === null
          ? organisation.name.toLowerCase().includes(search)
          : organisation.domain === domain,
      );
      return answerList(found);
    }),
  );
}

/** Resets all awaited codes and drafts, as in a new tab. */
export function forgetForms() {
  for (const flow of ['signUp', 'reset', 'phone', 'email'] satisfies Flow[]) verification.end(flow);
  signUpDraft.forget();
}
