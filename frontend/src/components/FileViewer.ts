import { lazyPart } from '@/lib/lazyPart';
import type { FileViewerProps } from './viewer/FileViewer';

/** The viewer of documents, loaded with the first one. */
export const FileViewer = lazyPart<FileViewerProps>(() => import('./viewer/FileViewer'));
