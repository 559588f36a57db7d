import Box from '@mui/material/Box';
import { DataItem, DataList } from '@/components/DataList';
import { fullName } from '@/api/session';
import { phoneOf } from './faults';
import { ChoiceAnswer, Pair, Questions, TextAnswer, yesOrNo } from './fields';
import { FollowUps } from '@/components/FollowUps';
import { institutionOf } from './payload';
import { fieldId, useWizard } from './wizardContext';

/** Whether the requester is the principal investigator, and who it is otherwise (2 §4, §5). */
export function PrincipalScreen() {
  const { user, draft, answer, faultOf } = useWizard();
  const { details } = draft;
  const field = (name: `principal_${'fname' | 'sname' | 'institution' | 'occupation'}`) => ({
    id: fieldId(name),
    value: details[name],
    onChange: (value: string) => answer({ [name]: value }),
    error: faultOf(name),
  });
  return (
    <Questions>
      <ChoiceAnswer
        id={fieldId('isPrincipal')}
        label="Are you the principal investigator? *"
        row
        options={yesOrNo}
        value={details.isPrincipal}
        onChange={(isPrincipal) => answer({ isPrincipal })}
        error={faultOf('isPrincipal')}
      />
      {details.isPrincipal === 'Yes' && (
        <Box
          sx={{
            px: 2.5,
            py: 1,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
          }}
        >
          <DataList label="Taken from your account">
            <DataItem name="Name">{fullName(user)}</DataItem>
            <DataItem name="E-mail">{user.org_email}</DataItem>
            <DataItem name="Phone">{user.phone}</DataItem>
            <DataItem name="Institution">{institutionOf(user)}</DataItem>
            <DataItem name="Occupation">{user.designation}</DataItem>
          </DataList>
        </Box>
      )}
      <FollowUps
        asked={details.isPrincipal === 'No'}
        labels="Name, Surname, Email, Phone, Institution and Occupation of the principal investigator"
      >
        <Pair>
          <TextAnswer label="Name" {...field('principal_fname')} />
          <TextAnswer label="Surname" {...field('principal_sname')} />
        </Pair>
        <Pair>
          <TextAnswer
            id={fieldId('principal_email')}
            label="Email"
            type="email"
            value={details.principal_email}
            onChange={(principal_email) => answer({ principal_email })}
            error={faultOf('principal_email')}
          />
          <TextAnswer
            id={fieldId('principal_phone')}
            label="Phone"
            type="tel"
            value={details.principal_phone}
            onChange={(phone) => answer({ principal_phone: phoneOf(phone) })}
            error={faultOf('principal_phone')}
            hint="Digits, with + and the country prefix."
          />
        </Pair>
        <Pair>
          <TextAnswer label="Institution" {...field('principal_institution')} />
          <TextAnswer label="Occupation" {...field('principal_occupation')} />
        </Pair>
      </FollowUps>
    </Questions>
  );
}
