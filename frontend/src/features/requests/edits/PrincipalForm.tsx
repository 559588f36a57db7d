import type { DataRequest } from '@/api/models';
import { limits } from '@/lib/limits';
import { Check, emailReason, isEmail, isPhone, phoneOf } from '../wizard/faults';
import { Pair, TextAnswer } from '../wizard/fields';
import { EditForm, fieldId } from './EditForm';
import { useEditDraft } from './useEdit';

type Principal = Pick<
  DataRequest,
  | 'principal_fname'
  | 'principal_sname'
  | 'principal_email'
  | 'principal_phone'
  | 'principal_occupation'
  | 'principal_institution'
>;

/** What is wrong with the principal (2 §5, "Principal patch form"). */
function principalFaults(principal: Principal) {
  const check = new Check();
  check.needs(principal.principal_fname, 'principal_fname', 'First Name is required.');
  check.needs(principal.principal_sname, 'principal_sname', 'Surname is required.');
  const typed = check.needs(principal.principal_email, 'principal_email', 'Email is required.');
  if (typed && !isEmail(principal.principal_email)) {
    check.add('principal_email', 'Enter a valid email.', emailReason(principal.principal_email));
  }
  const { principal_phone: phone } = principal;
  if (!isPhone(phone)) {
    check.add('principal_phone', 'Phone is required.', phone ? 'Enter 6 to 15 digits.' : undefined);
  }
  check.fits(principal.principal_fname, 'principal_fname', 'First Name');
  check.fits(principal.principal_sname, 'principal_sname', 'Surname');
  check.fits(principal.principal_email, 'principal_email', 'Email', limits.StaffInput.email);
  check.fits(principal.principal_occupation, 'principal_occupation', 'Occupation');
  check.fits(principal.principal_institution, 'principal_institution', 'Institution');
  check.needs(principal.principal_occupation, 'principal_occupation', 'Occupation is required.');
  check.needs(principal.principal_institution, 'principal_institution', 'Institution is required.');
  return check.faults;
}

/** Edits the principal investigator. */
export function PrincipalForm({ request }: { request: DataRequest }) {
  const [principal, setPrincipal] = useEditDraft<Principal>(request, { kind: 'principal' }, () => ({
    principal_fname: request.principal_fname,
    principal_sname: request.principal_sname,
    principal_email: request.principal_email,
    principal_phone: request.principal_phone,
    principal_occupation: request.principal_occupation,
    principal_institution: request.principal_institution,
  }));
  return (
    <EditForm
      request={request}
      target={{ kind: 'principal' }}
      title="Edit the Principal Investigator"
      faults={principalFaults(principal)}
      content={() => ({ kind: 'answers', answers: principal })}
    >
      {(faultOf) => {
        const field = (name: keyof Principal) => ({
          id: fieldId(name),
          value: principal[name],
          onChange: (value: string) => setPrincipal({ ...principal, [name]: value }),
          error: faultOf(name),
        });
        return (
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
                onChange={(phone) =>
                  setPrincipal({ ...principal, principal_phone: phoneOf(phone) })
                }
              />
            </Pair>
            <Pair>
              <TextAnswer label="Occupation" {...field('principal_occupation')} />
              <TextAnswer label="Institution" {...field('principal_institution')} />
            </Pair>
          </>
        );
      }}
    </EditForm>
  );
}
