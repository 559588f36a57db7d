import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Alert from '@mui/material/Alert';
import { useState } from 'react';
import type { DraftFile } from '@/api/models';
import type { Take } from '@/components/FileField';
import { identificationTypes, type DraftStaff, type IdentificationType } from './draft';
import { DraftFileField } from './DraftFileField';
import { phoneOf } from './faults';
import { ChoiceAnswer, Pair, TextAnswer, yesOrNo } from './fields';
import { FormDialog } from './FormDialog';
import { identificationHint, staffFaults } from './staffRules';

interface Props {
  member: DraftStaff;
  identification: DraftFile | null;
  isNew: boolean;
  upload: Take<DraftFile>;
  addressOf: (file: DraftFile) => Promise<string>;
  onSave: (member: DraftStaff, identification: DraftFile | null) => void;
  onClose: () => void;
}

const idOf = (field: string) => `staff-${field}`;

function answerOf(complies: boolean | null) {
  if (complies === null) return '';
  return complies ? 'Yes' : 'No';
}

/** Adds a member of staff or changes one (2 §5, "Staff dialog"). */
export function StaffDialog(props: Props) {
  const { member: initial, identification, isNew, onSave, onClose } = props;
  const [member, setMember] = useState(initial);
  const [file, setFile] = useState(identification);
  const set = (changes: Partial<DraftStaff>) => setMember({ ...member, ...changes });
  return (
    <FormDialog
      title={isNew ? 'Add a staff member' : 'Edit the staff member'}
      saveLabel={isNew ? 'Add staff member' : 'Save staff member'}
      onClose={onClose}
      faults={staffFaults(member, file)}
      onSave={() => onSave(member, file)}
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
            {member.identification_type && (
              <DraftFileField
                id={idOf('identification_file_path')}
                label={member.identification_type}
                required
                hint={identificationHint[member.identification_type]}
                value={file}
                onChange={setFile}
                upload={props.upload}
                addressOf={props.addressOf}
                error={faultOf('identification_file_path')}
              />
            )}
            <ChoiceAnswer
              id={idOf('confidentiality_protocols')}
              label="Has this person complied with the Confidentiality Protocol? *"
              row
              options={yesOrNo}
              value={answerOf(member.confidentiality_protocols)}
              onChange={(answer) => set({ confidentiality_protocols: answer === 'Yes' })}
              error={faultOf('confidentiality_protocols')}
            />
            {member.confidentiality_protocols === false && (
              <Alert severity="warning">Reviewers are shown this answer as a warning.</Alert>
            )}
          </>
        );
      }}
    </FormDialog>
  );
}
