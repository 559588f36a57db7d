import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { paths } from '@/app/paths';
import { letterTypes } from '@/lib/files';
import { DraftFileField } from './DraftFileField';
import { ChoiceAnswer, Questions, TextAnswer, yesOrNo } from './fields';
import { FollowUps } from '@/ui/FollowUps';
import { documents, type DocumentSlot } from './questions';
import { useFieldProps } from './useFieldProps';
import { fieldId, useWizard } from './wizardContext';

export function EthicsScreen() {
  const { draft, files, answer, setFile, faultOf, ...wizard } = useWizard();
  const fieldProps = useFieldProps();
  const { details } = draft;
  const upload = (slot: DocumentSlot) => ({
    upload: wizard.upload(slot),
    addressOf: wizard.addressOf,
    id: fieldId(slot),
    label: documents[slot].label,
    value: files.get(slot) ?? null,
    onChange: (file: Parameters<typeof setFile>[1]) => setFile(slot, file),
    error: faultOf(slot),
    types: letterTypes,
    required: true,
  });
  return (
    <Questions>
      <ChoiceAnswer
        id={fieldId('ethics_approval_letter')}
        label="Do you have the Ethics Approval Letter? *"
        row
        options={yesOrNo}
        value={details.ethics_approval_letter}
        onChange={(ethics_approval_letter) => answer({ ethics_approval_letter })}
        error={faultOf('ethics_approval_letter')}
      />
      <FollowUps asked={details.ethics_approval_letter === 'Yes'} labels="Ethics Approval Letter">
        <DraftFileField {...upload('ethics_doc_path')} />
      </FollowUps>
      <FollowUps
        asked={details.ethics_approval_letter === 'No'}
        labels="The study is exempt from ethics approval"
      >
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={details.exempted}
              onChange={({ target }) => answer({ exempted: target.checked })}
            />
          }
          label="The study is exempt from ethics approval"
        />
      </FollowUps>
      <ChoiceAnswer
        id={fieldId('additional_letter')}
        label="Is there an additional letter of another ethics committee?"
        row
        options={yesOrNo}
        value={details.additional_letter}
        onChange={(additional_letter) => answer({ additional_letter })}
        hint="Optional. Some studies are approved by two committees."
      />
      <FollowUps
        asked={details.additional_letter === 'Yes'}
        labels="Additional Ethics Committee Name and Additional Ethics Approval Letter"
      >
        <TextAnswer {...fieldProps('additional_ethics_committee_name')} />
        <DraftFileField {...upload('additional_IRB_file_path')} />
      </FollowUps>
      <DraftFileField hint="Signed by you and your institution." {...upload('file_path')} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: -2 }}>
        No agreement yet? Get the form under{' '}
        <Link
          href={`${paths.documents}#data-sharing-agreement`}
          target="_blank"
          underline="always"
          rel="noopener"
        >
          Documents: Data Sharing Agreement
        </Link>{' '}
        (opens in a new tab).
      </Typography>
    </Questions>
  );
}
