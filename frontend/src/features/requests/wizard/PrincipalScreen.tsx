import Box from '@mui/material/Box';
import { DataItem, DataList } from '@/ui/DataList';
import { fullName } from '@/api/session';
import { phoneOf } from '@/lib/phones';
import { ChoiceAnswer, Pair, Questions, TextAnswer, yesOrNo } from './fields';
import { FollowUps } from '@/ui/FollowUps';
import { institutionOf } from './payload';
import { useFieldProps } from './useFieldProps';
import { fieldId, useWizard } from './wizardContext';

/**
 * Asks if the requester is the principal investigator, and for the details of another one (2 §4,
 * §5).
 */
export function PrincipalScreen() {
  const { user, draft, answer, faultOf } = useWizard();
  const { details } = draft;
  const fieldProps = useFieldProps();
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
            <DataItem name="Email">{user.org_email}</DataItem>
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
          <TextAnswer {...fieldProps('principal_fname')} />
          <TextAnswer {...fieldProps('principal_sname')} />
        </Pair>
        <Pair>
          <TextAnswer type="email" {...fieldProps('principal_email')} />
          <TextAnswer
            type="tel"
            {...fieldProps('principal_phone')}
            onChange={(phone) => answer({ principal_phone: phoneOf(phone) })}
            hint="Digits, with + and the country prefix."
          />
        </Pair>
        <Pair>
          <TextAnswer {...fieldProps('principal_institution')} />
          <TextAnswer {...fieldProps('principal_occupation')} />
        </Pair>
      </FollowUps>
    </Questions>
  );
}
