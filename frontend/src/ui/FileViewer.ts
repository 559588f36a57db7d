import { lazyPart } from '@/lib/lazyPart';
import type { FileViewerProps } from './viewer/FileViewer';

/** The document viewer. Its code is loaded with the first document. */
export const FileViewer = lazyPart<FileViewerProps>(() => import('./viewer/FileViewer'));
