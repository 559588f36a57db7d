import type { DraftFile } from '@/api/models';
import { FileField, FileRefused, type Take } from '@/ui/FileField';
import {
  documentTypes,
  HEAD_SIZE,
  readFile,
  typeByContent,
  typeFault,
  type FileType,
} from '@/lib/files';

interface Props {
  /** The field's id, to which the error summary links. */
  id: string;
  label: string;
  hint?: string;
  required?: boolean;
  value: DraftFile | null;
  onChange: (file: DraftFile | null) => void;
  upload: Take<DraftFile>;
  addressOf: (file: DraftFile) => Promise<string>;
  error?: string;
  types?: readonly FileType[];
}

/** A document of a draft. It is uploaded when it is chosen (decisions D2). */
export function DraftFileField({ upload, types = documentTypes, ...props }: Props) {
  const take: Take<DraftFile> = async (file, onProgress, signal) => {
    const head = await readFile(file.slice(0, HEAD_SIZE)).catch(() => {
      throw new FileRefused('The file could not be read. Choose it again.');
    });
    const type = typeByContent(head);
    if (!type || !types.includes(type)) {
      throw new FileRefused(typeFault({ ...head, mime: file.type }, types, props.label));
    }
    return upload(file, onProgress, signal);
  };
  return <FileField {...props} types={types} take={take} doing="Uploading the file for" />;
}
