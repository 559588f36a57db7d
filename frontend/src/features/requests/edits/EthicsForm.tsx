import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { DataRequest } from '@/api/models';
import { FileUpload, type UploadedFile } from '@/ui/FileUpload';
import { LoadFailed } from '@/ui/LoadFailed';
import type { FieldErrors } from '@/ui/records/useRecordForm';
import { letterTypes } from '@/lib/files';
import { textError } from '@/lib/textErrors';
import { referenceQueries } from '../queries';
import { ChoiceAnswer, TextAnswer, yesOrNo } from '../wizard/fields';
import type { YesNo } from '../wizard/questions';
import { FollowUps } from '@/ui/FollowUps';
import { EditForm } from './EditForm';
import { sentFile } from './sentFile';

interface Ethics {
  ethics_committee: number;
  protocol_ref_num: string;
  ethics_doc_path1: UploadedFile | null;
  additional: YesNo;
  additional_ethics_committee_name: string;
  additional_IRB_file_path1: UploadedFile | null;
}

const KEPT = 'The current letter is kept unless you choose another one.';
/** The name that means "no additional committee" in a payload (2 §4). */
const NO_COMMITTEE = 'None';

/** Returns the validation errors of the answers (2 §5, "Ethics patch"). */
function check(ethics: Ethics, request: DataRequest): FieldErrors<Ethics> {
  const first: FieldErrors<Ethics> = {
    ethics_committee: ethics.ethics_committee
      ? undefined
      : 'Please select the Ethics Committee Name.',
    protocol_ref_num: textError(
      ethics.protocol_ref_num,
      'Protocol Reference Number',
      'Protocol Reference Number is required.',
    ),
    ethics_doc_path1:
      ethics.ethics_doc_path1 || request.ethics_doc_path
        ? undefined
        : 'Ethics Approval Letter is required.',
  };
  if (ethics.additional !== 'Yes') return first;
  return {
    ...first,
    additional_ethics_committee_name: textError(
      ethics.additional_ethics_committee_name,
      'Additional Ethics Committee Name',
      'Enter the Additional Ethics Committee Name.',
    ),
    additional_IRB_file_path1:
      ethics.additional_IRB_file_path1 || request.additional_IRB_file_path
        ? undefined
        : 'Upload the Additional Ethics Approval Letter Name.',
  };
}

export function EthicsForm({ request }: { request: DataRequest }) {
  const committees = useQuery(referenceQueries.committees());
  const hadAdditional = request.additional_IRB_file_path !== null;
  const offered = committees.data ?? [];
  // The request's own committee can be kept even if it is no longer offered.
  const own = { irb_id: request.irb_id, irb_name: request.irb_name };
  const choices = offered.some(({ irb_id }) => irb_id === own.irb_id) ? offered : [own, ...offered];
  return (
    <EditForm<Ethics>
      request={request}
      target={{ kind: 'ethics' }}
      title="Edit the Ethics Approval"
      initial={{
        ethics_committee: request.irb_id,
        protocol_ref_num: request.protocol_ref_num,
        ethics_doc_path1: null,
        additional: hadAdditional ? 'Yes' : 'No',
        additional_ethics_committee_name: request.additional_ethics_committee_name ?? '',
        additional_IRB_file_path1: null,
      }}
      files={['ethics_doc_path1', 'additional_IRB_file_path1']}
      check={(ethics) => check(ethics, request)}
      content={(ethics) => {
        const isAdditional = ethics.additional === 'Yes';
        return {
          kind: 'documents',
          answers: {
            ethics_committee: ethics.ethics_committee,
            protocol_ref_num: ethics.protocol_ref_num.trim(),
            ethics_doc_path1: sentFile(ethics.ethics_doc_path1),
            keep_ethics_doc: ethics.ethics_doc_path1 === null,
            additional_ethics_committee_name: isAdditional
              ? ethics.additional_ethics_committee_name.trim()
              : NO_COMMITTEE,
            additional_IRB_file_path1: isAdditional
              ? sentFile(ethics.additional_IRB_file_path1)
              : null,
            keep_additional_IRB_file: isAdditional && ethics.additional_IRB_file_path1 === null,
          },
        };
      }}
    >
      {({ values, field, set, errorOf }) => (
        <>
          {committees.error && (
            <LoadFailed error={committees.error} onRetry={() => void committees.refetch()} />
          )}
          <TextField
            select
            required
            id={field('ethics_committee').id}
            label="Ethics Committee Name"
            value={values.ethics_committee}
            onChange={({ target }) => set('ethics_committee', Number(target.value))}
            error={errorOf('ethics_committee') !== undefined}
            helperText={errorOf('ethics_committee')}
          >
            {choices.map(({ irb_id, irb_name }) => (
              <MenuItem key={irb_id} value={irb_id}>
                {irb_name}
              </MenuItem>
            ))}
          </TextField>
          <TextAnswer {...field('protocol_ref_num')} label="Protocol Reference Number" />
          <FileUpload
            {...field('ethics_doc_path1')}
            label="Ethics Approval Letter"
            required={!request.ethics_doc_path}
            hint={request.ethics_doc_path ? KEPT : undefined}
            types={letterTypes}
          />
          <ChoiceAnswer
            {...field('additional')}
            label="Is there an additional letter of another ethics committee?"
            row
            options={yesOrNo}
            hint={
              hadAdditional && values.additional !== 'Yes'
                ? 'The current letter will be removed.'
                : undefined
            }
          />
          <FollowUps
            asked={values.additional === 'Yes'}
            labels="Additional Ethics Committee Name and Additional Ethics Approval Letter"
          >
            <TextAnswer
              {...field('additional_ethics_committee_name')}
              label="Additional Ethics Committee Name"
            />
            <FileUpload
              {...field('additional_IRB_file_path1')}
              label="Additional Ethics Approval Letter"
              required={!hadAdditional}
              hint={hadAdditional ? KEPT : undefined}
              types={letterTypes}
            />
          </FollowUps>
        </>
      )}
    </EditForm>
  );
}
