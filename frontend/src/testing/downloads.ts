import { Blob as NodeBlob } from 'node:buffer';
import { vi } from 'vitest';

/**
 * Returns a list that collects the file names of downloads. Undone by `restoreAllMocks` and
 * `unstubAllGlobals`.
 */
export function catchDownloads(): string[] {
  const saved: string[] = [];
  // Responses of fetch create Node's Blob, but jsdom has a class of its own.
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
