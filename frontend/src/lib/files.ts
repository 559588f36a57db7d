/** The largest file that the server takes: 10 MB (decisions F1). */
export const MAX_FILE_SIZE = 10 * 1024 * 1024;

export const INVALID_FILE_TYPE = 'Invalid file type. Please upload a PDF or image file.';
/** A file that is called a PDF or an image and is none (2 §5). */
export const NO_DOCUMENT = 'Only allows PDFS and Images';
export const FILE_TOO_LARGE = 'The file is too large. The limit is 10 MB.';

/** What uploads take everywhere; gif only for ethics letters and agreements (decisions, "Requests"). */
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export const letterTypes = [...documentTypes, 'image/gif'] as const;
export type FileType = (typeof letterTypes)[number];

/** A file as payloads carry it (2 §3). */
export interface FilePayload {
  mime: string;
  /** base64, without the prefix of a data URL. */
  data: string;
}

/** Why a file is refused, or undefined when it is fine. The server checks the content again. */
export function fileFault(file: File, types: readonly FileType[]): string | undefined {
  if (!(types as readonly string[]).includes(file.type)) return INVALID_FILE_TYPE;
  return file.size > MAX_FILE_SIZE ? FILE_TOO_LARGE : undefined;
}

/** Reads a file, or a part of one, whole; `onProgress` hears the share read so far, from 0 to 1. */
export function readFile(file: Blob, onProgress?: (share: number) => void): Promise<FilePayload> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.onload = () => {
      const url = reader.result as string;
      resolve({ mime: file.type, data: url.slice(url.indexOf(',') + 1) });
    };
    reader.readAsDataURL(file);
  });
}

/** The first bytes of each type, as text. */
const beginnings: Record<FileType, RegExp> = {
  'application/pdf': /^%PDF-/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n/,
  'image/gif': /^GIF8[79]a/,
};

/** What the file is by its content, as the server looks at it: what it is called says little. Undefined for all else. */
export function typeByContent({ data }: FilePayload): FileType | undefined {
  const beginning = atob(data.slice(0, 16));
  return letterTypes.find((type) => beginnings[type].test(beginning));
}

/** An address under which the browser shows the file; the caller revokes it. */
export function objectUrlOf({ mime, data }: FilePayload): string {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: mime }));
}
