/** The largest file that the server takes: 10 MB (decisions F1). */
const MAX_FILE_SIZE = 10 * 1024 * 1024;

const INVALID_FILE_TYPE = 'Invalid file type. Please upload a PDF or image file.';
/** A file that is called a PDF or an image and is none (2 §5). */
const NO_DOCUMENT = 'Only allows PDFS and Images';
const FILE_TOO_LARGE = 'The file is too large. The limit is 10 MB.';

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

/** Why a file is refused at once, or undefined. The server checks all of it again, in the same words. */
export function fileFault(file: File, label: string): string | undefined {
  if (file.size <= MAX_FILE_SIZE) return undefined;
  return `${FILE_TOO_LARGE} Make the file of the ${label} smaller, for example by scanning it in black and white.`;
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

/** So many bytes tell what a file is: the heading of a PDF may stand behind others. */
export const HEAD_SIZE = 1032;

/** The first bytes of each type, as text. */
const beginnings: Record<FileType, RegExp> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n/,
  'image/gif': /^GIF8[79]a/,
  'application/pdf': /^[^]{0,1024}%PDF-/,
};

/** Formats that people have and that are not taken: their first bytes, what they are, and the way on. */
const foreign: readonly (readonly [RegExp, string])[] = [
  [/^[^]{4}ftypavi[fs]/, 'an AVIF picture. Share it as JPEG, or print it to a PDF.'],
  [/^[^]{4}ftyp(hei|hev|mif1|msf1)/, 'a HEIC picture. Share it as JPEG, or print it to a PDF.'],
  [/^(II\*\0|MM\0\*)/, 'a TIFF picture. Save or scan it as a PDF or JPEG.'],
  [/^RIFF[^]{4}WEBP/, 'a WebP picture. Save it as JPEG or PNG, or print it to a PDF.'],
  [/^BM/, 'a BMP picture. Save it as JPEG or PNG, or print it to a PDF.'],
  [/^GIF8[79]a/, 'a GIF picture. Save it as JPEG or PNG, or print it to a PDF.'],
];

const headOf = ({ data }: FilePayload) => atob(data.slice(0, (HEAD_SIZE / 3) * 4));

/** What the file is by its content, as the server looks at it: what it is called says little. Undefined for all else. */
export function typeByContent(payload: FilePayload): FileType | undefined {
  const head = headOf(payload);
  const found = Object.entries(beginnings).find(([, beginning]) => beginning.test(head));
  return found?.[0] as FileType | undefined;
}

/** Media types of word processors. Their files begin as archives do. */
const textDocument = /word|opendocument\.text|\/rtf/;

function kindOf(mime: string, head: string): string {
  if (head === '') return 'empty.';
  if (textDocument.test(mime)) return 'a document of a word processor. Save or print it as a PDF.';
  return foreign.find(([beginning]) => beginning.test(head))?.[1] ?? 'neither.';
}

/** Why a file of this content is none of these types: what it is, and how to get one that is taken. */
export function typeFault(payload: FilePayload, types: readonly FileType[], label: string): string {
  const head = headOf(payload);
  const kind = kindOf(payload.mime, head);
  const isCalledSo = (types as readonly string[]).includes(payload.mime);
  return `${isCalledSo ? NO_DOCUMENT : INVALID_FILE_TYPE}${isCalledSo ? '.' : ''} The file of the ${label} is ${kind}`;
}

/** An address under which the browser shows the file; the caller revokes it. */
export function objectUrlOf({ mime, data }: FilePayload): string {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: mime }));
}
