import type { DataRequest, StaffMember } from '@/api/models';
import { FileUpload, type UploadedFile } from '@/ui/FileUpload';
import type { Responsible } from '@/lib/duplicates';
import { closeEdit } from '@/lib/requestEdits';
import { identificationTypes, type DraftStaff } from '../wizard/draft';
import { StaffDialog } from '../wizard/StaffDialog';
import { EditRefusal } from './EditRefusal';
import { sentFile } from './sentFile';
import { editName, useEdit } from './useEdit';

const typeOf = (member: StaffMember | null) =>
  identificationTypes.find((type) => type === member?.identification_type);

const draftOf = (member: StaffMember | null): DraftStaff => ({
  local_id: String(member?.staff_shared_id ?? ''),
  first_name: member?.first_name ?? '',
  surname: member?.surname ?? '',
  phone: member?.phone ?? '',
  email: member?.email ?? '',
  identification_type: typeOf(member) ?? '',
  identification_number: member?.identification_number ?? '',
  position_in_organisation: member?.position_in_organisation ?? '',
  confidentiality_protocols: member?.confidentiality_protocols ?? null,
});

/**
 * Returns the fields of a member of staff that are sent. Without a file, the stored one is kept.
 */
const rowOf = (draft: DraftStaff, file: UploadedFile | null) => ({
  first_name: draft.first_name,
  surname: draft.surname,
  phone: draft.phone,
  email: draft.email,
  identification_type: draft.identification_type || null,
  identification_number: draft.identification_number,
  position_in_organisation: draft.position_in_organisation,
  identification_file_path: sentFile(file),
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
  const target = { kind: 'staff', row: member } as const;
  const edit = useEdit(request, target);
  const save = (draft: DraftStaff, file: UploadedFile | null, resolve = false) =>
    edit.save(
      { kind: 'staff', id: member?.staff_shared_id ?? null, row: rowOf(draft, file) },
      resolve,
    );
  return (
    <StaffDialog<UploadedFile>
      member={draftOf(member)}
      identification={null}
      uploaded={typeOf(member)}
      isNew={member === null}
      others={request.list_of_staff.filter(
        ({ staff_shared_id }) => staff_shared_id !== member?.staff_shared_id,
      )}
      responsible={responsibleOf(request)}
      fileField={(field) => <FileUpload {...field} />}
      onSave={(row, file) => save(row, file)}
      onResolve={edit.answersComment ? (row, file) => save(row, file, true) : undefined}
      draftName={editName(request, target)}
      version={request.version}
      onClose={closeEdit}
      pending={edit.pending}
      notice={<EditRefusal edit={edit} section="staff" onUseSaved={closeEdit} />}
    />
  );
}
