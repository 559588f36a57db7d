import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { DataRequest } from '@/api/models';
import { FileUpload, type UploadedFile } from '@/components/FileUpload';
import { LoadFailed } from '@/components/LoadFailed';
import { letterTypes } from '@/lib/files';
import { referenceQueries } from '../queries';
import { Check } from '../wizard/faults';
import { ChoiceAnswer, TextAnswer, yesOrNo } from '../wizard/fields';
import type { YesNo } from '../wizard/questions';
import { FollowUps } from '@/components/FollowUps';
import { EditForm, fieldId } from './EditForm';
import { sentFile } from './sentFile';
import { useEditDraft } from './useEdit';

interface Ethics {
  committee: number;
  protocol: string;
  letter: UploadedFile | null;
  additional: YesNo;
  additionalName: string;
  additionalLetter: UploadedFile | null;
}

const KEPT = 'The letter that is there stays unless you choose another one.';
/** What a payload says for "no additional committee" (2 §4). */
const NO_COMMITTEE = 'None';

/** What is wrong with the answers (2 §5, "Ethics patch"). */
function ethicsFaults(ethics: Ethics, request: DataRequest) {
  const check = new Check();
  check.needs(ethics.committee, 'ethics_committee', 'Please select the Ethics Committee Name.');
  check.needs(ethics.protocol, 'protocol_ref_num', 'Protocol Reference Number is required.');
  check.needs(
    ethics.letter ?? request.ethics_doc_path,
    'ethics_doc_path1',
    'Ethics Approval Letter is required.',
  );
  check.fits(ethics.protocol, 'protocol_ref_num', 'Protocol Reference Number');
  if (ethics.additional === 'Yes') {
    check.fits(
      ethics.additionalName,
      'additional_ethics_committee_name',
      'Additional Ethics Committee Name',
    );
    check.needs(
      ethics.additionalName,
      'additional_ethics_committee_name',
      'Enter the Additional Ethics Committee Name.',
    );
    check.needs(
      ethics.additionalLetter ?? request.additional_IRB_file_path,
      'additional_IRB_file_path1',
      'Upload the Additional Ethics Approval Letter Name.',
    );
  }
  return check.faults;
}

/** Edits the answers about ethics approval and their letters. */
export function EthicsForm({ request }: { request: DataRequest }) {
  const committees = useQuery(referenceQueries.committees());
  const hadAdditional = request.additional_IRB_file_path !== null;
  const [ethics, setEthics] = useEditDraft<Ethics>(
    request,
    { kind: 'ethics' },
    () => ({
      committee: request.irb_id,
      protocol: request.protocol_ref_num,
      letter: null,
      additional: hadAdditional ? 'Yes' : 'No',
      additionalName: request.additional_ethics_committee_name ?? '',
      additionalLetter: null,
    }),
    ['letter', 'additionalLetter'],
  );
  const set = (changes: Partial<Ethics>) => setEthics({ ...ethics, ...changes });
  const offered = committees.data ?? [];
  // The request keeps the committee that approved it, whoever may choose that one today.
  const own = { irb_id: request.irb_id, irb_name: request.irb_name };
  const choices = offered.some(({ irb_id }) => irb_id === own.irb_id) ? offered : [own, ...offered];
  const isAdditional = ethics.additional === 'Yes';
  return (
    <EditForm
      request={request}
      target={{ kind: 'ethics' }}
      title="Edit the Ethics Approval"
      faults={ethicsFaults(ethics, request)}
      content={() => ({
        kind: 'documents',
        answers: {
          ethics_committee: ethics.committee,
          protocol_ref_num: ethics.protocol.trim(),
          ethics_doc_path1: sentFile(ethics.letter),
          keep_ethics_doc: ethics.letter === null,
          additional_ethics_committee_name: isAdditional
            ? ethics.additionalName.trim()
            : NO_COMMITTEE,
          additional_IRB_file_path1: isAdditional ? sentFile(ethics.additionalLetter) : null,
          keep_additional_IRB_file: isAdditional && ethics.additionalLetter === null,
        },
      })}
    >
      {(faultOf) => (
        <>
          {committees.error && (
            <LoadFailed error={committees.error} onRetry={() => void committees.refetch()} />
          )}
          <TextField
            select
            required
            id={fieldId('ethics_committee')}
            label="Ethics Committee Name"
            value={ethics.committee}
            onChange={({ target }) => set({ committee: Number(target.value) })}
            error={Boolean(faultOf('ethics_committee'))}
            helperText={faultOf('ethics_committee')}
          >
            {choices.map(({ irb_id, irb_name }) => (
              <MenuItem key={irb_id} value={irb_id}>
                {irb_name}
              </MenuItem>
            ))}
          </TextField>
          <TextAnswer
            id={fieldId('protocol_ref_num')}
            label="Protocol Reference Number"
            value={ethics.protocol}
            onChange={(protocol) => set({ protocol })}
            error={faultOf('protocol_ref_num')}
          />
          <FileUpload
            id={fieldId('ethics_doc_path1')}
            label="Ethics Approval Letter"
            required={!request.ethics_doc_path}
            hint={request.ethics_doc_path ? KEPT : undefined}
            value={ethics.letter}
            onChange={(letter) => set({ letter })}
            error={faultOf('ethics_doc_path1')}
            types={letterTypes}
          />
          <ChoiceAnswer
            id={fieldId('additional_letter')}
            label="Is there an additional letter of another ethics committee?"
            row
            options={yesOrNo}
            value={ethics.additional}
            onChange={(additional) => set({ additional })}
            hint={
              hadAdditional && !isAdditional ? 'The letter that is there is taken away.' : undefined
            }
          />
          <FollowUps
            asked={isAdditional}
            labels="Additional Ethics Committee Name and Additional Ethics Approval Letter"
          >
            <TextAnswer
              id={fieldId('additional_ethics_committee_name')}
              label="Additional Ethics Committee Name"
              value={ethics.additionalName}
              onChange={(additionalName) => set({ additionalName })}
              error={faultOf('additional_ethics_committee_name')}
            />
            <FileUpload
              id={fieldId('additional_IRB_file_path1')}
              label="Additional Ethics Approval Letter"
              required={!hadAdditional}
              hint={hadAdditional ? KEPT : undefined}
              value={ethics.additionalLetter}
              onChange={(additionalLetter) => set({ additionalLetter })}
              error={faultOf('additional_IRB_file_path1')}
              types={letterTypes}
            />
          </FollowUps>
        </>
      )}
    </EditForm>
  );
}
