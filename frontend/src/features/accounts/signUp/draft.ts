import type { OrganizationOption } from '@/api/models';
import { sessionStore } from '@/lib/externalStore';
import { serverNow } from '@/lib/serverTime';
import { isMaybe, isNullOr, isNumber, isShape, isText } from '@/lib/shape';

export interface SignUpForm {
  fname: string;
  middle_name: string;
  sname: string;
  /** The ISO code; empty if none is chosen. */
  country: string;
  dialCode: string;
  /** Digits only, without the dial code. */
  phone: string;
  org_email: string;
  organisation: string;
  registered: OrganizationOption | null;
  designation: string;
  department: string;
  password: string;
  confirm: string;
}

const emptyForm: SignUpForm = {
  fname: '',
  middle_name: '',
  sname: '',
  country: '',
  dialCode: '',
  phone: '',
  org_email: '',
  organisation: '',
  registered: null,
  designation: '',
  department: '',
  password: '',
  confirm: '',
};

/** Milliseconds after the last change for which an unfinished registration is kept. */
const MAX_AGE = 30 * 60 * 1000;

interface Draft {
  typedOn: number;
  form: SignUpForm;
}

const none: Draft = { typedOn: 0, form: emptyForm };

/**
 * The unfinished form, without the passwords. It survives closing the dialog and reloading the tab.
 * It is deleted after the registration, a sign-in or sign-out in this tab, or half an hour.
 */
const draft = sessionStore<Draft>(
  'aditus.signUp',
  none,
  isShape<Draft>({
    typedOn: isNumber,
    form: isShape<SignUpForm>({
      fname: isText,
      middle_name: isText,
      sname: isText,
      country: isText,
      dialCode: isText,
      phone: isText,
      org_email: isText,
      organisation: isText,
      registered: isNullOr(
        isShape<OrganizationOption>({ org_id: isNumber, name: isText, domain: isMaybe(isText) }),
      ),
      designation: isText,
      department: isText,
      password: isText,
      confirm: isText,
    }),
  }),
);

export const signUpDraft = {
  get: (): SignUpForm => {
    const { typedOn, form } = draft.get();
    return serverNow() - typedOn < MAX_AGE ? form : emptyForm;
  },
  keep: (form: SignUpForm): void =>
    draft.set({ typedOn: serverNow(), form: { ...form, password: '', confirm: '' } }),
  /** True if the draft has expired: another person may use the device now. */
  isOld: (): boolean => draft.get() !== none && serverNow() - draft.get().typedOn >= MAX_AGE,
  forget: (): void => draft.set(none),
};
