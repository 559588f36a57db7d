import type { UploadedFile } from '@/components/FileUpload';

/** The longest file name that the API takes. */
const LONGEST = 255;

/** A file as an edit sends it. A longer name keeps its end, which has the extension. */
export const sentFile = (file: UploadedFile | null) =>
  file && {
    mime: file.mime,
    name: Array.from(file.name).slice(-LONGEST).join(''),
    data: file.data,
  };
