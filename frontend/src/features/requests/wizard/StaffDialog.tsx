import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Alert from '@mui/material/Alert';
import { useState, type ReactNode } from 'react';
import { FollowUps } from '@/ui/FollowUps';
import { useFormDraft } from '@/ui/formDraft';
import { phoneOf } from '@/lib/phones';
import { duplicatesOfMember, type Person, type Responsible } from '@/lib/duplicates';
import { identificationTypes, type DraftStaff, type IdentificationType } from './draft';
import { ChoiceAnswer, Pair, TextAnswer, yesOrNo } from './fields';
import { DuplicateNote } from './DuplicateNote';
import { FormDialog } from './FormDialog';
import { identificationHint, staffFaults } from './validation';

export interface FileAnswer<F> {
  id: string;
  label: string;
  required: boolean;
  hint: string;
  value: F | null;
  onChange: (file: F | null) => void;
  error: string | undefined;
}

interface Props<F> {
  member: DraftStaff;
  identification: F | null;
  /** The type of the identification that is already on the server. */
  uploaded?: IdentificationType;
  isNew: boolean;
  /** The other rows, for the note about duplicates. */
  others: readonly Person[];
  responsible: Responsible;
  /**
   * Renders the field of the identification. A draft uploads the file when it is chosen, an edit
   * sends it with the form.
   */
  fileField: (field: FileAnswer<F>) => ReactNode;
  onSave: (member: DraftStaff, identification: F | null) => void;
  /** Saves the member and marks the comment that required the change as resolved. */
  onResolve?: (member: DraftStaff, identification: F | null) => void;
  onClose: () => void;
  /**
   * The name under which the form's draft is kept, and the version of the submitted request on
   * which the draft is based.
   */
  draftName: string;
  version?: number;
  pending?: boolean;
  notice?: ReactNode;
}

const idOf = (field: string) => `staff-${field}`;

function toYesNo(complies: boolean | null) {
  if (complies === null) return '';
  return complies ? 'Yes' : 'No';
}

/** The dialog that adds or edits a member of staff (2 §5, "Staff dialog"). */
export function StaffDialog<F>(props: Props<F>) {
  const { member: initial, identification, uploaded, isNew, fileField } = props;
  const { onSave, onResolve, onClose, pending, notice, draftName, version } = props;
  const [member, setMember] = useFormDraft(draftName, initial, { from: version });
  const [file, setFile] = useState(identification);
  const set = (changes: Partial<DraftStaff>) => setMember({ ...member, ...changes });
  return (
    <FormDialog
      title={isNew ? 'Add a staff member' : 'Edit the staff member'}
      saveLabel={isNew ? 'Add staff member' : 'Save staff member'}
      onClose={onClose}
      faults={staffFaults(member, file, uploaded)}
      onSave={() => onSave(member, file)}
      also={
        onResolve && { label: 'Save and mark as resolved', onSave: () => onResolve(member, file) }
      }
      pending={pending}
      notice={notice}
      idOf={idOf}
    >
      {(faultOf) => {
        const text = (
          field: 'first_name' | 'surname' | 'identification_number' | 'position_in_organisation',
        ) => ({
          id: idOf(field),
          value: member[field],
          onChange: (value: string) => set({ [field]: value }),
          error: faultOf(field),
        });
        return (
          <>
            <Pair>
              <TextAnswer label="First Name" autoFocus {...text('first_name')} />
              <TextAnswer label="Surname" {...text('surname')} />
            </Pair>
            <Pair>
              <TextAnswer
                id={idOf('phone')}
                label="Phone Number"
                type="tel"
                value={member.phone}
                onChange={(phone) => set({ phone: phoneOf(phone) })}
                error={faultOf('phone')}
              />
              <TextAnswer
                id={idOf('email')}
                label="Email"
                type="email"
                value={member.email}
                onChange={(email) => set({ email })}
                error={faultOf('email')}
              />
            </Pair>
            <TextAnswer
              label="Position in the Organisation"
              {...text('position_in_organisation')}
            />
            <Pair>
              <TextField
                select
                required
                id={idOf('identification_type')}
                label="Identification Type"
                value={member.identification_type}
                onChange={({ target }) =>
                  set({ identification_type: target.value as IdentificationType })
                }
                error={Boolean(faultOf('identification_type'))}
                helperText={faultOf('identification_type')}
              >
                {identificationTypes.map((type) => (
                  <MenuItem key={type} value={type}>
                    {type}
                  </MenuItem>
                ))}
              </TextField>
              <TextAnswer label="Identification Number" {...text('identification_number')} />
            </Pair>
            <FollowUps
              asked={member.identification_type !== ''}
              labels={member.identification_type || 'Identification'}
            >
              {member.identification_type &&
                fileField({
                  id: idOf('identification_file_path'),
                  label: member.identification_type,
                  required: member.identification_type !== uploaded,
                  hint:
                    member.identification_type === uploaded
                      ? 'The current file is kept unless you choose another one.'
                      : identificationHint[member.identification_type],
                  value: file,
                  onChange: setFile,
                  error: faultOf('identification_file_path'),
                })}
            </FollowUps>
            <DuplicateNote warnings={duplicatesOfMember(member, props.others, props.responsible)} />
            <ChoiceAnswer
              id={idOf('confidentiality_protocols')}
              label="Has this person complied with the Confidentiality Protocol? *"
              row
              options={yesOrNo}
              value={toYesNo(member.confidentiality_protocols)}
              onChange={(answer) => set({ confidentiality_protocols: answer === 'Yes' })}
              error={faultOf('confidentiality_protocols')}
            />
            {member.confidentiality_protocols === false && (
              <Alert severity="warning">Reviewers see this answer as a warning.</Alert>
            )}
          </>
        );
      }}
    </FormDialog>
  );
}
