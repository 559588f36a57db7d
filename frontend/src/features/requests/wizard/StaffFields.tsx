import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import { FollowUps } from '@/ui/FollowUps';
import type { FieldErrors, RecordForm } from '@/ui/records/useRecordForm';
import { duplicatesOfMember, type Person, type Responsible } from '@/lib/duplicates';
import { phoneOf } from '@/lib/phones';
import { identificationTypes, type DraftStaff, type IdentificationType } from './draft';
import { DuplicateNote } from './DuplicateNote';
import { ChoiceAnswer, Pair, TextAnswer, yesOrNo } from './fields';
import { errorsByField, identificationHint, staffFaults } from './validation';

/** A member of staff with the identification. */
export type StaffValues<F> = DraftStaff & { identification_file_path: F | null };

/** The fields that are never kept on the device. */
export const staffFiles = ['identification_file_path'] as const;

/** Returns the validation errors. `uploaded` is the type of the stored identification. */
export const checkStaff = <F,>(
  member: StaffValues<F>,
  uploaded?: IdentificationType,
): FieldErrors<StaffValues<F>> =>
  errorsByField(staffFaults(member, member.identification_file_path, uploaded));

interface FileAnswer<F> {
  id: string;
  label: string;
  required: boolean;
  hint: string;
  value: F | null;
  onChange: (file: F | null) => void;
  error: string | undefined;
}

export interface StaffProps<F> {
  /** The other rows, for the note about duplicates. */
  others: readonly Person[];
  responsible: Responsible;
  /**
   * Renders the field of the identification. A draft uploads the file when it is chosen, an edit
   * sends it with the form.
   */
  fileField: (field: FileAnswer<F>) => ReactNode;
}

interface Props<F> extends StaffProps<F> {
  form: RecordForm<StaffValues<F>>;
  /** The type of the identification that is already on the server. */
  uploaded?: IdentificationType;
}

const identificationOptions = identificationTypes.map((value) => ({ value }));

function toYesNo(complies: boolean | null) {
  if (complies === null) return '';
  return complies ? 'Yes' : 'No';
}

/** The fields of a member of staff. */
export function StaffFields<F>({ form, uploaded, others, responsible, fileField }: Props<F>) {
  const { values, set, field, idOf, errorOf } = form;
  const { identification_type: type } = values;
  return (
    <>
      <Pair>
        <TextAnswer label="First Name" autoFocus {...field('first_name')} />
        <TextAnswer label="Surname" {...field('surname')} />
      </Pair>
      <Pair>
        <TextAnswer
          {...field('phone')}
          label="Phone Number"
          type="tel"
          onChange={(phone) => set('phone', phoneOf(phone))}
        />
        <TextAnswer {...field('email')} label="Email" type="email" />
      </Pair>
      <TextAnswer label="Position in the Organisation" {...field('position_in_organisation')} />
      <ChoiceAnswer
        id={idOf('identification_type')}
        label="Identification Type *"
        row
        options={identificationOptions}
        value={type}
        onChange={(chosen) => set('identification_type', chosen)}
        error={errorOf('identification_type')}
      />
      <TextAnswer label="Identification Number" {...field('identification_number')} />
      <FollowUps asked={type !== ''} labels={type || 'Identification'}>
        {type &&
          fileField({
            ...field('identification_file_path'),
            label: type,
            required: type !== uploaded,
            hint:
              type === uploaded
                ? 'The current file is kept unless you choose another one.'
                : identificationHint[type],
          })}
      </FollowUps>
      <DuplicateNote warnings={duplicatesOfMember(values, others, responsible)} />
      <ChoiceAnswer
        id={idOf('confidentiality_protocols')}
        label="Has this person complied with the Confidentiality Protocol? *"
        row
        options={yesOrNo}
        value={toYesNo(values.confidentiality_protocols)}
        onChange={(answer) => set('confidentiality_protocols', answer === 'Yes')}
        error={errorOf('confidentiality_protocols')}
      />
      {values.confidentiality_protocols === false && (
        <Alert severity="warning">Reviewers see this answer as a warning.</Alert>
      )}
    </>
  );
}
