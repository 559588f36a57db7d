import type { DataRequest } from '@/api/models';
import { FileUpload, type UploadedFile } from '@/ui/FileUpload';
import { documentTypes, letterTypes } from '@/lib/files';
import { EditForm } from './EditForm';
import { sentFile } from './sentFile';

const forms = {
  agreement: {
    title: 'Edit the Data Sharing Agreement',
    label: 'Data Sharing Agreement',
    field: 'file_path1',
    present: 'file_path',
    types: letterTypes,
  },
  specification: {
    title: 'Edit the General Data Specification Form',
    label: 'General Data Specification Form',
    field: 'data_specs_path1',
    present: 'data_specs_path',
    types: documentTypes,
  },
} as const;

interface Props {
  request: DataRequest;
  kind: keyof typeof forms;
}

/** Uploads a document of a submitted request. It replaces the current one, if any. */
export function DocumentForm({ request, kind }: Props) {
  const { title, label, field, present, types } = forms[kind];
  return (
    <EditForm<{ file: UploadedFile | null }>
      request={request}
      target={{ kind }}
      title={title}
      initial={{ file: null }}
      files={['file']}
      check={({ file }) => ({ file: file ? undefined : `${label} is required.` })}
      content={({ file }) => ({ kind: 'documents', answers: { [field]: sentFile(file) } })}
    >
      {(form) => (
        <FileUpload
          {...form.field('file')}
          label={label}
          required
          hint={
            request[present]
              ? 'Replaces the current file, which reviewers can still open.'
              : undefined
          }
          types={types}
        />
      )}
    </EditForm>
  );
}
