import type { DataRequest } from '@/api/models';
import type { FieldError, FieldErrors } from '@/ui/records/useRecordForm';
import { emailFault, isEmail, LOCAL_PART } from '@/lib/emails';
import { limits } from '@/lib/limits';
import { isPhone, phoneOf } from '@/lib/phones';
import { textError } from '@/lib/textErrors';
import { Pair, TextAnswer } from '../wizard/fields';
import { EditForm } from './EditForm';

type Principal = Pick<
  DataRequest,
  | 'principal_fname'
  | 'principal_sname'
  | 'principal_email'
  | 'principal_phone'
  | 'principal_occupation'
  | 'principal_institution'
>;

/** Returns the error of an email address. The toast has the message of the specification. */
function emailError(text: string): FieldError | undefined {
  const wrong = textError(text, 'Email', 'Email is required.', limits.StaffInput.email);
  if (wrong || isEmail(text)) return wrong;
  const toast = 'Enter a valid email.';
  return { beside: emailFault(text) === LOCAL_PART ? LOCAL_PART : toast, toast };
}

function phoneError(text: string): FieldError | undefined {
  const toast = 'Phone is required.';
  return isPhone(text) ? undefined : { beside: text ? 'Enter 6 to 15 digits.' : toast, toast };
}

/** Returns the validation errors of the principal (2 §5, "Principal patch form"). */
const check = (principal: Principal): FieldErrors<Principal> => ({
  principal_fname: textError(principal.principal_fname, 'First Name', 'First Name is required.'),
  principal_sname: textError(principal.principal_sname, 'Surname', 'Surname is required.'),
  principal_email: emailError(principal.principal_email),
  principal_phone: phoneError(principal.principal_phone),
  principal_occupation: textError(
    principal.principal_occupation,
    'Occupation',
    'Occupation is required.',
  ),
  principal_institution: textError(
    principal.principal_institution,
    'Institution',
    'Institution is required.',
  ),
});

export function PrincipalForm({ request }: { request: DataRequest }) {
  return (
    <EditForm<Principal>
      request={request}
      target={{ kind: 'principal' }}
      title="Edit the Principal Investigator"
      initial={{
        principal_fname: request.principal_fname,
        principal_sname: request.principal_sname,
        principal_email: request.principal_email,
        principal_phone: request.principal_phone,
        principal_occupation: request.principal_occupation,
        principal_institution: request.principal_institution,
      }}
      check={check}
      content={(answers) => ({ kind: 'answers', answers })}
    >
      {({ field, set }) => (
        <>
          <Pair>
            <TextAnswer label="First Name" autoFocus {...field('principal_fname')} />
            <TextAnswer label="Surname" {...field('principal_sname')} />
          </Pair>
          <Pair>
            <TextAnswer label="Email" type="email" {...field('principal_email')} />
            <TextAnswer
              label="Phone"
              type="tel"
              {...field('principal_phone')}
              onChange={(phone) => set('principal_phone', phoneOf(phone))}
            />
          </Pair>
          <Pair>
            <TextAnswer label="Occupation" {...field('principal_occupation')} />
            <TextAnswer label="Institution" {...field('principal_institution')} />
          </Pair>
        </>
      )}
    </EditForm>
  );
}
