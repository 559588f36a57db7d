import {
  documentTypes,
  objectUrlOf,
  readFile,
  typeByContent,
  typeFault,
  type FilePayload,
  type FileType,
} from '@/lib/files';
import { FileField, FileRefused, type ShownFile } from './FileField';

/** A chosen file: its payload, and the data to show it. */
export interface UploadedFile extends FilePayload, ShownFile {}

interface Props {
  id: string;
  label: string;
  hint?: string;
  required?: boolean;
  value: UploadedFile | null;
  onChange: (file: UploadedFile | null) => void;
  error?: string;
  types?: readonly FileType[];
}

/** A document that is sent with its form, in the format of request bodies (2 §3). */
export function FileUpload(props: Props) {
  const take = async (file: File, onProgress: (share: number) => void): Promise<UploadedFile> => {
    const { data } = await readFile(file, onProgress).catch(() => {
      throw new FileRefused('The file could not be read. Choose it again.');
    });
    const types: readonly FileType[] = props.types ?? documentTypes;
    const mime = typeByContent({ mime: file.type, data });
    if (!mime || !types.includes(mime)) {
      throw new FileRefused(typeFault({ mime: file.type, data }, types, props.label));
    }
    return { mime, data, name: file.name, size: file.size };
  };
  return <FileField {...props} take={take} doing="Reading the file for" addressOf={objectUrlOf} />;
}
