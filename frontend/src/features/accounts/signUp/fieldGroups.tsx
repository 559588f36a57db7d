import Box from '@mui/material/Box';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { ReactNode } from 'react';
import {
  Controller,
  useWatch,
  type Control,
  type UseFormClearErrors,
  type UseFormSetValue,
} from 'react-hook-form';
import { LimitedField } from '@/components/LimitedField';
import { limits } from '@/lib/limits';
import { emailInput } from '@/components/emailInput';
import { toast } from '@/lib/toast';
import { CountryField } from './CountryField';
import type { SignUpForm } from './draft';
import { fullPhone, localDigits, toastWords } from './form';
import { OrganisationField } from './OrganisationField';
import { UNKNOWN_DOMAIN, type useDomainCheck } from './useDomainCheck';
import type { usePhoneCheck } from './usePhoneCheck';

type Texts = 'fname' | 'middle_name' | 'sname' | 'org_email' | 'designation' | 'department';

interface Part {
  control: Control<SignUpForm>;
}
interface Setting extends Part {
  setValue: UseFormSetValue<SignUpForm>;
  clearErrors: UseFormClearErrors<SignUpForm>;
}

interface TextProps extends Part {
  name: Texts;
  label: string;
  /** A fault or a word that another look-up found. */
  fault?: string;
  hint?: string;
}

/** One line of text, with its fault below. */
function Text({
  control,
  name,
  label,
  fault,
  hint,
  ...props
}: TextProps & Omit<TextFieldProps, 'name'>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <LimitedField
          limit={limits.VerifyBody[name]}
          required
          {...props}
          {...field}
          label={label}
          inputRef={ref}
          error={Boolean(error ?? fault)}
          helperText={error?.message ?? fault ?? hint}
        />
      )}
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

export function PersonFields({ control }: Part) {
  return (
    <>
      <Row columns={PAIR}>
        <Text
          control={control}
          name="fname"
          label="First Name"
          autoComplete="given-name"
          autoFocus
        />
        <Text control={control} name="sname" label="Last Name" autoComplete="family-name" />
      </Row>
      <Text
        control={control}
        name="middle_name"
        label="Middle Name (optional)"
        autoComplete="additional-name"
        required={false}
      />
    </>
  );
}

interface PhoneProps extends Setting {
  phone: ReturnType<typeof usePhoneCheck>;
}

/** Country and number; both together are checked when the number is left (1 §5.2). */
export function PhonePair({ control, setValue, clearErrors, phone }: PhoneProps) {
  const [dialCode, typed] = useWatch({ control, name: ['dialCode', 'phone'] });
  const check = async (asked: string) => {
    const verdict = await phone.check(asked);
    if (verdict?.exists === false) {
      toast(toastWords['The Phone does not exist'] ?? '', 'warning');
    }
  };
  const found = phone.unreal ? 'The Phone does not exist' : undefined;
  const fault = phone.registered ? 'Phone number is already registered' : found;
  return (
    <Row columns={PAIR}>
      <Controller
        control={control}
        name="country"
        render={({ field, fieldState: { error } }) => (
          <CountryField
            code={field.value}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={error?.message}
            onChange={(country) => {
              setValue('dialCode', country?.dial_code ?? '');
              // What was said of the number held for the other country.
              clearErrors('phone');
              field.onChange(country?.code ?? '');
              void check(fullPhone({ dialCode: country?.dial_code ?? '', phone: typed }));
            }}
          />
        )}
      />
      <Controller
        control={control}
        name="phone"
        render={({ field: { ref, ...field }, fieldState: { error } }) => (
          <TextField
            {...field}
            inputRef={ref}
            label="Phone"
            required
            type="tel"
            autoComplete="tel-national"
            onChange={({ target }) => field.onChange(localDigits(target.value, dialCode))}
            onBlur={() => {
              field.onBlur();
              void check(fullPhone({ dialCode, phone: typed }));
            }}
            error={Boolean(error ?? fault)}
            // The line is kept free: the verdict arrives while somebody may press the button below.
            helperText={error?.message ?? fault ?? ' '}
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
        )}
      />
    </Row>
  );
}

/** What is said of the domain where the organisation is not registered either. */
const UNREGISTERED = 'The email domain is not registered either. You can go on.';

interface WorkProps extends Setting {
  domain: ReturnType<typeof useDomainCheck>;
}

export function WorkFields({ control, setValue, clearErrors, domain }: WorkProps) {
  const registered = useWatch({ control, name: 'registered' });
  const typed = useWatch({ control, name: 'organisation' });
  // Nobody has to register the organisation first: the field below says that one can go on without.
  const unknownDomain = typed.trim() && !registered ? UNREGISTERED : UNKNOWN_DOMAIN;
  return (
    <>
      <Text
        control={control}
        name="org_email"
        label="Email"
        slotProps={{ htmlInput: emailInput }}
        autoComplete="email"
        fault={domain.blocks ? UNKNOWN_DOMAIN : undefined}
        hint={domain.hint ? unknownDomain : 'The one you use at work'}
      />
      <Controller
        control={control}
        name="organisation"
        render={({ field, fieldState: { error } }) => (
          <OrganisationField
            text={field.value}
            registered={registered}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={error?.message}
            onChange={(text, option) => {
              setValue('registered', option);
              if (option?.org_id !== registered?.org_id) clearErrors('org_email');
              field.onChange(text);
            }}
          />
        )}
      />
      <Row columns={PAIR}>
        <Text
          control={control}
          name="designation"
          label="Occupation"
          autoComplete="organization-title"
        />
        <Text control={control} name="department" label="Department" />
      </Row>
    </>
  );
}
