import type { DataRequest, StaffMember } from '@/api/models';
import { FileUpload, type UploadedFile } from '@/ui/FileUpload';
import type { Responsible } from '@/lib/duplicates';
import { identificationTypes } from '../wizard/draft';
import { checkStaff, staffFiles, StaffFields, type StaffValues } from '../wizard/StaffFields';
import { EditForm } from './EditForm';
import { sentFile } from './sentFile';

const typeOf = (member: StaffMember | null) =>
  identificationTypes.find((type) => type === member?.identification_type);

const draftOf = (member: StaffMember | null): StaffValues<UploadedFile> => ({
  local_id: String(member?.staff_shared_id ?? ''),
  first_name: member?.first_name ?? '',
  surname: member?.surname ?? '',
  phone: member?.phone ?? '',
  email: member?.email ?? '',
  identification_type: typeOf(member) ?? '',
  identification_number: member?.identification_number ?? '',
  position_in_organisation: member?.position_in_organisation ?? '',
  confidentiality_protocols: member?.confidentiality_protocols ?? null,
  identification_file_path: null,
});

/**
 * Returns the fields of a member of staff that are sent. Without a file, the stored one is kept.
 */
const rowOf = (draft: StaffValues<UploadedFile>) => ({
  first_name: draft.first_name,
  surname: draft.surname,
  phone: draft.phone,
  email: draft.email,
  identification_type: draft.identification_type || null,
  identification_number: draft.identification_number,
  position_in_organisation: draft.position_in_organisation,
  identification_file_path: sentFile(draft.identification_file_path),
  confidentiality_protocols: draft.confidentiality_protocols,
});

const responsibleOf = (request: DataRequest): Responsible => ({
  requester: {
    first_name: request.requester.fname,
    surname: request.requester.sname,
    email: request.requester.org_email ?? '',
    identification_number: '',
  },
  principal: request.isPrincipal
    ? null
    : {
        first_name: request.principal_fname,
        surname: request.principal_sname,
        email: request.principal_email,
        identification_number: '',
      },
});

interface Props {
  request: DataRequest;
  member: StaffMember | null;
}

export function StaffEdit({ request, member }: Props) {
  const id = member?.staff_shared_id ?? null;
  const uploaded = typeOf(member);
  return (
    <EditForm<StaffValues<UploadedFile>>
      request={request}
      target={{ kind: 'staff', row: member }}
      title={member ? 'Edit the staff member' : 'Add a staff member'}
      saveLabel={member ? 'Save staff member' : 'Add staff member'}
      initial={draftOf(member)}
      files={staffFiles}
      check={(draft) => checkStaff(draft, uploaded)}
      content={(draft) => ({ kind: 'staff', id, row: rowOf(draft) })}
    >
      {(form) => (
        <StaffFields
          form={form}
          uploaded={uploaded}
          others={request.list_of_staff.filter(({ staff_shared_id }) => staff_shared_id !== id)}
          responsible={responsibleOf(request)}
          fileField={(field) => <FileUpload {...field} />}
        />
      )}
    </EditForm>
  );
}
