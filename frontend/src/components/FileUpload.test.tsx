import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { refuseMissedDrops } from '@/lib/fileDrops';
import { renderPart } from '@/testing/render';
import { FileUpload, type UploadedFile } from './FileUpload';

function Field() {
  const [file, setFile] = useState<UploadedFile | null>(null);
  return (
    <>
      <FileUpload id="letter" label="Ethics Approval Letter" value={file} onChange={setFile} />
      <output data-testid="payload">{file && `${file.mime} ${file.data}`}</output>
    </>
  );
}

it('reads a file as the payload carries it, and removes it again', async () => {
  const { user } = renderPart(<Field />);
  const letter = new File(['%PDF-1.7'], 'letter.pdf', { type: 'application/pdf' });
  await user.upload(screen.getByLabelText('Ethics Approval Letter'), letter);
  expect(await screen.findByRole('button', { name: 'Preview letter.pdf' })).toBeVisible();
  expect(screen.getByText('8 bytes')).toBeVisible();
  expect(screen.getByTestId('payload')).toHaveTextContent(`application/pdf ${btoa('%PDF-1.7')}`);
  await user.click(screen.getByRole('button', { name: 'Remove letter.pdf' }));
  expect(screen.getByTestId('payload')).toBeEmptyDOMElement();
});

it.each([
  ['scan.pdf', 'application/pdf', 'Only a text.'],
  ['photo.png', 'image/png', '<svg></svg>'],
  // The content is an image, but of a kind that is not taken here.
  ['photo.jpg', 'image/jpeg', 'GIF89a'],
])('refuses %s when its content is something else', async (name, type, content) => {
  const { user } = renderPart(<Field />);
  const input = screen.getByLabelText('Ethics Approval Letter');
  await user.upload(input, new File([content], name, { type }));
  expect(await screen.findByText('Only allows PDFS and Images')).toBeVisible();
  expect(screen.getByTestId('payload')).toBeEmptyDOMElement();
});

it('sends a file as what its content is', async () => {
  const { user } = renderPart(<Field />);
  const png = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])], 'photo.jpg', {
    type: 'image/jpeg',
  });
  await user.upload(screen.getByLabelText('Ethics Approval Letter'), png);
  await waitFor(() => expect(screen.getByTestId('payload')).toHaveTextContent(/^image\/png /));
});

it('refuses other types and files over 10 MB', () => {
  renderPart(<Field />);
  const input = screen.getByLabelText('Ethics Approval Letter');
  fireEvent.change(input, {
    target: { files: [new File(['MZ'], 'tool.exe', { type: 'application/x-msdownload' })] },
  });
  expect(screen.getByText('Invalid file type. Please upload a PDF or image file.')).toBeVisible();
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'scan.png', { type: 'image/png' });
  fireEvent.change(input, { target: { files: [large] } });
  expect(screen.getByText('The file is too large. The limit is 10 MB.')).toBeVisible();
  expect(screen.getByTestId('payload')).toBeEmptyDOMElement();
});

/** A drop as browsers make it; jsdom has no DataTransfer. */
function drop(on: Element, names: readonly string[], types = ['Files'], isDirectory = false) {
  const files = names.map((name) => new File(['%PDF-1.7'], name, { type: 'application/pdf' }));
  const items = files.map(() => ({ webkitGetAsEntry: () => ({ isDirectory }) }));
  const dataTransfer = { files, items, types };
  const over = createEvent.dragOver(on, { dataTransfer });
  const dropped = createEvent.drop(on, { dataTransfer });
  fireEvent(on, over);
  fireEvent(on, dropped);
  return over.defaultPrevented && dropped.defaultPrevented;
}

const box = () => screen.getByLabelText('Ethics Approval Letter').parentElement!;

it('takes one dropped file, and neither two nor a folder', async () => {
  renderPart(<Field />);
  expect(drop(box(), ['one.pdf', 'two.pdf'])).toBe(true);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'You dropped 2 files. Nothing was added: drop the one that belongs here.',
  );
  expect(drop(box(), ['letters'], ['Files'], true)).toBe(true);
  expect(screen.getByRole('alert')).toHaveTextContent('You dropped a folder.');
  expect(screen.getByTestId('payload')).toBeEmptyDOMElement();
  expect(drop(box(), ['one.pdf'])).toBe(true);
  expect(await screen.findByRole('button', { name: 'Preview one.pdf' })).toBeVisible();
  expect(screen.queryByText(/You dropped/)).not.toBeInTheDocument();
});

it('keeps the page when a file is dropped beside its field, and says so', async () => {
  const end = refuseMissedDrops();
  const { unmount } = renderPart(<Field />);
  expect(drop(screen.getByText('Ethics Approval Letter'), ['letter.pdf'])).toBe(true);
  expect(drop(document.body, ['letter.pdf'])).toBe(true);
  expect(
    await screen.findByText('Nothing was added. Drop the file on the field that it belongs to.'),
  ).toBeVisible();
  expect(screen.getByTestId('payload')).toBeEmptyDOMElement();
  // Texts and links may be dragged.
  expect(drop(document.body, [], ['text/plain'])).toBe(false);
  unmount();
  renderPart(<p>No field</p>);
  expect(drop(screen.getByText('No field'), ['letter.pdf'])).toBe(true);
  expect(await screen.findByText(/This page has no field/)).toBeVisible();
  end();
  expect(drop(document.body, ['letter.pdf'])).toBe(false);
});
