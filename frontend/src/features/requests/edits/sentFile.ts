import type { UploadedFile } from '@/ui/FileUpload';

const LONGEST = 255;

/**
 * Returns a file in the form that an edit sends. A longer name keeps its end, which has the
 * extension.
 */
export const sentFile = (file: UploadedFile | null) =>
  file && {
    mime: file.mime,
    name: Array.from(file.name).slice(-LONGEST).join(''),
    data: file.data,
  };
