import type { OrganizationOption } from '@/api/models';
import { sessionStore } from '@/lib/externalStore';
import { serverNow } from '@/lib/serverTime';
import { isMaybe, isNullOr, isNumber, isShape, isText } from '@/lib/shape';

export interface SignUpForm {
  fname: string;
  middle_name: string;
  sname: string;
  /** The ISO code; empty while none is chosen. */
  country: string;
  dialCode: string;
  /** Digits only, without the country's. */
  phone: string;
  org_email: string;
  organisation: string;
  /** The registered organisation that the name is, if it is one. */
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

/** Milliseconds that an unfinished registration is kept after the last key. */
const KEPT_FOR = 30 * 60 * 1000;

interface Draft {
  typedOn: number;
  form: SignUpForm;
}

const none: Draft = { typedOn: 0, form: emptyForm };

/**
 * What was typed, without the passwords: a closed dialog opens again as it was left, and so does one after a reload of
 * this tab. It is forgotten when the account is registered, when somebody signs in or out in this tab, and after half an hour.
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
    return serverNow() - typedOn < KEPT_FOR ? form : emptyForm;
  },
  keep: (form: SignUpForm): void =>
    draft.set({ typedOn: serverNow(), form: { ...form, password: '', confirm: '' } }),
  /** Whether nobody typed for so long that whoever comes may be somebody else. */
  isOld: (): boolean => draft.get() !== none && serverNow() - draft.get().typedOn >= KEPT_FOR,
  forget: (): void => draft.set(none),
};
