import type { UploadedFile } from '@/ui/FileUpload';

const MAX_NAME_LENGTH = 255;

/**
 * Returns a file in the form that an edit sends. A longer name keeps its end, which has the
 * extension.
 */
export const sentFile = (file: UploadedFile | null) =>
  file && {
    mime: file.mime,
    name: Array.from(file.name).slice(-MAX_NAME_LENGTH).join(''),
    data: file.data,
  };
