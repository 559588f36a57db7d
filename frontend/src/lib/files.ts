/** The largest file that the server accepts: 10 MB (decisions F1). */
const MAX_FILE_SIZE = 10 * 1024 * 1024;

const INVALID_FILE_TYPE = 'Invalid file type. Please upload a PDF or image file.';
/** Error for a file whose media type is PDF or image, but whose content is not (2 §5). */
const NO_DOCUMENT = 'Only allows PDFS and Images';
const FILE_TOO_LARGE = 'The file is too large. The limit is 10 MB.';

/**
 * File types accepted by all uploads. GIF is accepted only for ethics letters and agreements
 * (decisions, "Requests").
 */
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export const letterTypes = [...documentTypes, 'image/gif'] as const;
export type FileType = (typeof letterTypes)[number];

/** A file as request bodies contain it (2 §3). */
export interface FilePayload {
  mime: string;
  /** Base64, without the prefix of a data URL. */
  data: string;
}

/**
 * Returns the error of a file that is too large, or undefined. The server checks the size again,
 * with the same message.
 */
export function fileFault(file: File, label: string): string | undefined {
  if (file.size <= MAX_FILE_SIZE) return undefined;
  return `${FILE_TOO_LARGE} Make the file of the ${label} smaller, for example by scanning it in black and white.`;
}

/** Reads a whole file or part of a file. `onProgress` gets the share read so far, from 0 to 1. */
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

/**
 * Number of bytes needed to detect a file's type: the header of a PDF may follow up to 1024 others.
 */
export const HEAD_SIZE = 1032;

const beginnings: Record<FileType, RegExp> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n/,
  'image/gif': /^GIF8[79]a/,
  'application/pdf': /^[^]{0,1024}%PDF-/,
};

/**
 * Common formats that are not accepted: pattern of the first bytes, and a description with advice.
 */
const foreign: readonly (readonly [RegExp, string])[] = [
  [/^[^]{4}ftypavi[fs]/, 'an AVIF picture. Share it as JPEG, or print it to a PDF.'],
  [/^[^]{4}ftyp(hei|hev|mif1|msf1)/, 'a HEIC picture. Share it as JPEG, or print it to a PDF.'],
  [/^(II\*\0|MM\0\*)/, 'a TIFF picture. Save or scan it as a PDF or JPEG.'],
  [/^RIFF[^]{4}WEBP/, 'a WebP picture. Save it as JPEG or PNG, or print it to a PDF.'],
  [/^BM/, 'a BMP picture. Save it as JPEG or PNG, or print it to a PDF.'],
  [/^GIF8[79]a/, 'a GIF picture. Save it as JPEG or PNG, or print it to a PDF.'],
];

const headOf = ({ data }: FilePayload) => atob(data.slice(0, (HEAD_SIZE / 3) * 4));

/**
 * Detects the file's type by its content, as the server does, because the declared media type is
 * unreliable. Returns undefined for other types.
 */
export function typeByContent(payload: FilePayload): FileType | undefined {
  const head = headOf(payload);
  const found = Object.entries(beginnings).find(([, beginning]) => beginning.test(head));
  return found?.[0] as FileType | undefined;
}

/** Media types of word processors. Their files cannot be told from archives by the first bytes. */
const textDocument = /word|opendocument\.text|\/rtf/;

function kindOf(mime: string, head: string): string {
  if (head === '') return 'empty.';
  if (textDocument.test(mime)) return 'a word processor document. Save or print it as a PDF.';
  return foreign.find(([beginning]) => beginning.test(head))?.[1] ?? 'neither.';
}

/**
 * Returns the error of a file whose content is not of an accepted type: what it is, and how to
 * convert it.
 */
export function typeFault(payload: FilePayload, types: readonly FileType[], label: string): string {
  const head = headOf(payload);
  const kind = kindOf(payload.mime, head);
  const isCalledSo = (types as readonly string[]).includes(payload.mime);
  return `${isCalledSo ? NO_DOCUMENT : INVALID_FILE_TYPE}${isCalledSo ? '.' : ''} The file of the ${label} is ${kind}`;
}

/** Creates an object URL with which the browser can show the file. The caller must revoke it. */
export function objectUrlOf({ mime, data }: FilePayload): string {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: mime }));
}
