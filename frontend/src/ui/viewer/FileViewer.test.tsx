import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { beforeRouter } from '@/lib/beforeRouter';
import { renderPart } from '@/testing/render';
import FileViewer from './FileViewer';

const title = 'Ethics Approval Letter · DAC0015 · 27 November 2026';

function show(props: Partial<Parameters<typeof FileViewer>[0]> = {}) {
  const onClose = vi.fn();
  const { unmount } = renderPart(
    <FileViewer title={title} url="/files/first" type="pdf" onClose={onClose} {...props} />,
  );
  return { onClose, unmount };
}

afterEach(async () => {
  // Closing the viewer removes its history entry, for which the browser fires an event later.
  const isOpen = JSON.stringify(history.state).includes('opened');
  const wentBack = new Promise<void>((resolve) => {
    const stop = beforeRouter(() => {
      stop();
      resolve();
      return false;
    });
  });
  cleanup();
  if (isOpen) await wentBack;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('offers links to open and save the document', () => {
  show();
  expect(screen.getByRole('dialog', { name: title })).toBeInTheDocument();
  expect(screen.getByTitle(title)).toHaveAttribute('src', '/files/first');
  for (const name of ['Open', 'Save']) {
    const [link] = screen.getAllByRole('link', { name });
    expect(link).toHaveAttribute('href', '/files/first');
  }
});

it('shows a message instead of a frame if the browser cannot show PDFs', () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { pdfViewerEnabled: false }));
  show();
  vi.unstubAllGlobals();
  expect(screen.queryByTitle(title)).not.toBeInTheDocument();
  expect(screen.getByText(/cannot show PDFs inside a page/)).toBeInTheDocument();
});

it('closes on Back without leaving the page', async () => {
  const heard = vi.fn();
  addEventListener('popstate', heard);
  const { onClose } = show();
  history.back();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(heard).not.toHaveBeenCalled();
  removeEventListener('popstate', heard);
});

it('removes its history entry when it is closed', async () => {
  const heard = vi.fn();
  const state = JSON.stringify(history.state);
  const { unmount } = show();
  expect(JSON.stringify(history.state)).not.toBe(state);
  addEventListener('popstate', heard);
  unmount();
  await waitFor(() => expect(JSON.stringify(history.state)).toBe(state));
  expect(heard).not.toHaveBeenCalled();
  removeEventListener('popstate', heard);
});

it('follows a new URL once the first one is about to expire', async () => {
  const renew = vi.fn(() => Promise.resolve({ url: '/files/second' }));
  const followed: (string | null)[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    followed.push(this.getAttribute('href'));
  });
  const opened = Date.now();
  show({ renew });
  const link = () => screen.getAllByRole('link', { name: 'Open' })[0] as HTMLElement;
  fireEvent.click(link());
  expect(renew).not.toHaveBeenCalled();
  vi.spyOn(Date, 'now').mockReturnValue(opened + 5 * 60 * 1000);
  fireEvent.click(link());
  await waitFor(() => expect(followed).toEqual(['/files/second']));
  await waitFor(() => expect(link()).toHaveAttribute('href', '/files/second'));
});

it('loads the document from a new URL if the frame reports an expired link', async () => {
  const renew = vi.fn(() => Promise.resolve({ url: '/files/second' }));
  show({ renew });
  const frame = screen.getByTitle<HTMLIFrameElement>(title);
  const page = document.implementation.createHTMLDocument();
  page.documentElement.setAttribute('data-expired', '');
  Object.defineProperty(frame, 'contentDocument', { value: page });
  fireEvent.load(frame);
  await waitFor(() => expect(screen.getByTitle(title)).toHaveAttribute('src', '/files/second'));
});

it('toggles between the fitted and the original size of an image', () => {
  show({ type: 'image/png' });
  const picture = screen.getByRole('img', { name: title });
  expect(screen.queryByRole('button', { name: 'Show in its own size' })).not.toBeInTheDocument();
  Object.defineProperties(picture, {
    naturalWidth: { value: 2480 },
    clientWidth: { value: 388 },
  });
  fireEvent.load(picture);
  fireEvent.click(screen.getByRole('button', { name: 'Show in its own size' }));
  fireEvent.click(screen.getByRole('button', { name: 'Fit into the window' }));
});

it('reports that a file cannot be shown, and still offers to save it', async () => {
  show({ type: 'image/png' });
  fireEvent.error(screen.getByRole('img', { name: title }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to display this file');
  expect(screen.getAllByRole('link', { name: 'Save' })).not.toHaveLength(0);
});
