import { Blob as NodeBlob } from 'node:buffer';
import { vi } from 'vitest';

/** Catches what a test has the browser save: the names of the files, one after the other. Undone by `restoreAllMocks` and `unstubAllGlobals`. */
export function catchDownloads(): string[] {
  const saved: string[] = [];
  // The answers of fetch are made of Node's blobs, of which jsdom has a class of its own.
  vi.stubGlobal('Blob', NodeBlob);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  URL.createObjectURL = vi.fn(() => 'blob:saved');
  URL.revokeObjectURL = vi.fn();
  return saved;
}
