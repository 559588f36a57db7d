import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { LimitedField, type LimitedFieldProps } from '@/ui/LimitedField';
import { limits } from '@/lib/limits';
import { emailInput } from '@/ui/emailInput';
import { toast } from '@/lib/toast';
import { CountryField } from './CountryField';
import type { SignUpForm } from './draft';
import { fullPhone, localDigits, phoneError, toastOf } from './form';
import { OrganisationField } from './OrganisationField';
import { UNKNOWN_DOMAIN, type useDomainCheck } from './useDomainCheck';
import type { usePhoneCheck } from './usePhoneCheck';

type Texts = 'fname' | 'middle_name' | 'sname' | 'org_email' | 'designation' | 'department';

interface Part {
  /** The form of `useRecordForm`. */
  form: {
    values: SignUpForm;
    set: <Field extends keyof SignUpForm>(field: Field, value: SignUpForm[Field]) => void;
    text: (
      field: Texts,
      hint?: string,
    ) => Pick<LimitedFieldProps, 'id' | 'value' | 'onChange' | 'error' | 'helperText'>;
    idOf: (field: keyof SignUpForm) => string;
    errorOf: (field: keyof SignUpForm) => string | undefined;
  };
}

interface TextProps extends Part {
  name: Texts;
  label: string;
  /** An error that an online check found. */
  fault?: string;
  hint?: string;
}

function Text({
  form,
  name,
  fault,
  hint,
  ...props
}: TextProps & Omit<LimitedFieldProps, 'name' | 'limit' | 'value'>) {
  const field = form.text(name, fault ?? hint);
  return (
    <LimitedField
      limit={limits.VerifyBody[name]}
      required
      {...props}
      {...field}
      error={field.error === true || fault !== undefined}
    />
  );
}

function Row({ columns, children }: { columns: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: columns },
      }}
    >
      {children}
    </Box>
  );
}
const PAIR = 'repeat(2, minmax(0, 1fr))';

export function PersonFields({ form }: Part) {
  return (
    <>
      <Row columns={PAIR}>
        <Text form={form} name="fname" label="First Name" autoComplete="given-name" autoFocus />
        <Text form={form} name="sname" label="Last Name" autoComplete="family-name" />
      </Row>
      <Text
        form={form}
        name="middle_name"
        label="Middle Name (optional)"
        autoComplete="additional-name"
        required={false}
      />
    </>
  );
}

interface PhoneProps extends Part {
  phone: ReturnType<typeof usePhoneCheck>;
}

/**
 * The fields for country and phone number. Both together are checked when the number field loses
 * focus (1 §5.2).
 */
export function PhonePair({ form, phone }: PhoneProps) {
  const { values, set, idOf, errorOf } = form;
  const { dialCode } = values;
  const check = async (asked: string) => {
    const verdict = await phone.check(asked);
    if (verdict?.exists === false) toast(toastOf('The Phone does not exist'), 'warning');
  };
  const found = phoneError(phone.verdictOf(fullPhone(values)));
  const fault = errorOf('phone') ?? (typeof found === 'object' ? found.beside : found);
  return (
    <Row columns={PAIR}>
      <CountryField
        id={idOf('country')}
        code={values.country}
        error={errorOf('country')}
        onChange={(country) => {
          const chosen = country?.dial_code ?? '';
          set('country', country?.code ?? '');
          set('dialCode', chosen);
          // Clears the error of the number, which concerned the other country.
          set('phone', values.phone);
          void check(fullPhone({ dialCode: chosen, phone: values.phone }));
        }}
      />
      <TextField
        id={idOf('phone')}
        value={values.phone}
        label="Phone"
        required
        type="tel"
        autoComplete="tel-national"
        onChange={({ target }) => set('phone', localDigits(target.value, dialCode))}
        onBlur={() => void check(fullPhone(values))}
        error={fault !== undefined}
        // Reserves the line of the error, so that its arrival does not move the button while it is
        // clicked.
        helperText={fault ?? ' '}
        slotProps={{
          htmlInput: { inputMode: 'numeric' },
          input: {
            startAdornment: dialCode && (
              <Box component="span" sx={{ mr: 1, flexShrink: 0, color: 'text.secondary' }}>
                {dialCode}
              </Box>
            ),
          },
        }}
      />
    </Row>
  );
}

/** The hint if neither the domain nor the organisation is registered. */
const UNREGISTERED = 'The email domain is not registered either. You can continue.';

interface WorkProps extends Part {
  domain: ReturnType<typeof useDomainCheck>;
}

export function WorkFields({ form, domain }: WorkProps) {
  const { values, set, idOf, errorOf } = form;
  const { registered, organisation: typed } = values;
  // The organisation need not be registered: the field below says that the user can continue.
  const unknownDomain = typed.trim() && !registered ? UNREGISTERED : UNKNOWN_DOMAIN;
  return (
    <>
      <Text
        form={form}
        name="org_email"
        label="Email"
        slotProps={{ htmlInput: emailInput }}
        autoComplete="email"
        fault={domain.blocks ? UNKNOWN_DOMAIN : undefined}
        hint={domain.hint ? unknownDomain : 'The one you use at work'}
      />
      <OrganisationField
        id={idOf('organisation')}
        text={typed}
        registered={registered}
        error={errorOf('organisation')}
        onChange={(text, option) => {
          set('registered', option);
          // Clears the error of the address, which concerned its domain at the other organisation.
          if (option?.org_id !== registered?.org_id) set('org_email', values.org_email);
          set('organisation', text);
        }}
      />
      <Row columns={PAIR}>
        <Text form={form} name="designation" label="Occupation" autoComplete="organization-title" />
        <Text form={form} name="department" label="Department" />
      </Row>
    </>
  );
}
