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
      <FileUpload
        id="letter"
        label="Ethics Approval Letter"
        hint="Signed by the committee."
        value={file}
        onChange={setFile}
      />
      <output data-testid="payload">{file && `${file.mime} ${file.data}`}</output>
    </>
  );
}

it('converts a chosen file to a payload, and clears it on removal', async () => {
  const { user } = renderPart(<Field />);
  const letter = new File(['%PDF-1.7'], 'letter.pdf', { type: 'application/pdf' });
  expect(screen.getByText('Signed by the committee.')).toBeVisible();
  await user.upload(screen.getByLabelText('Ethics Approval Letter'), letter);
  expect(await screen.findByRole('button', { name: 'Preview letter.pdf' })).toBeVisible();
  // The hint is met.
  expect(screen.queryByText('Signed by the committee.')).not.toBeInTheDocument();
  expect(screen.getByText('8 bytes')).toBeVisible();
  expect(screen.getByTestId('payload')).toHaveTextContent(`application/pdf ${btoa('%PDF-1.7')}`);
  await user.click(screen.getByRole('button', { name: 'Remove letter.pdf' }));
  expect(screen.getByTestId('payload')).toBeEmptyDOMElement();
});

const HEIC = '\0\0\0\x18ftypheic\0\0\0\0mif1heic';

it.each([
  [
    'scan.pdf',
    'application/pdf',
    'Only a text.',
    'Only allows PDFS and Images. The file of the Ethics Approval Letter is neither.',
  ],
  ['photo.png', 'image/png', '<svg></svg>', /^Only allows PDFS and Images\. .* is neither\.$/],
  // The content is an image, but of a type that is not accepted here.
  ['photo.jpg', 'image/jpeg', 'GIF89a', /^Only allows PDFS and Images\. .* is a GIF picture\./],
  [
    'photo.jpg',
    'image/jpeg',
    HEIC,
    /is a HEIC picture\. Share it as JPEG, or print it to a PDF\.$/,
  ],
  ['photo.heic', 'image/heic', HEIC, /^Invalid file type\. Please .* is a HEIC picture\./],
  ['scan.tif', 'image/tiff', 'II*\0', /^Invalid file type\. Please .* is a TIFF picture\./],
  ['picture.webp', 'image/webp', 'RIFF\x10\0\0\0WEBPVP8 ', /is a WebP picture\./],
  [
    'letter.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'PK\x03\x04',
    /is a word processor document\. Save or print it as a PDF\.$/,
  ],
  ['letter.pdf', 'application/pdf', '', /The file of the Ethics Approval Letter is empty\.$/],
  ['tool.exe', 'application/x-msdownload', 'MZ', /^Invalid file type\. Please .* is neither\.$/],
])(
  'refuses %s of type %s by its content, and describes it',
  async (name, type, content, message) => {
    renderPart(<Field />);
    const input = screen.getByLabelText('Ethics Approval Letter');
    fireEvent.change(input, { target: { files: [new File([content], name, { type })] } });
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByTestId('payload')).toBeEmptyDOMElement();
  },
);

it.each([
  ['letter.pdf', ''],
  ['letter.pdf', 'application/octet-stream'],
])('accepts %s with the media type "%s"', async (name, type) => {
  renderPart(<Field />);
  const input = screen.getByLabelText('Ethics Approval Letter');
  fireEvent.change(input, { target: { files: [new File(['\n%PDF-1.7'], name, { type })] } });
  await waitFor(() =>
    expect(screen.getByTestId('payload')).toHaveTextContent(/^application\/pdf /),
  );
});

it('sets the media type by the content of a file', async () => {
  const { user } = renderPart(<Field />);
  const png = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])], 'photo.jpg', {
    type: 'image/jpeg',
  });
  await user.upload(screen.getByLabelText('Ethics Approval Letter'), png);
  await waitFor(() => expect(screen.getByTestId('payload')).toHaveTextContent(/^image\/png /));
});

it('refuses files over 10 MB at once and names the document', () => {
  renderPart(<Field />);
  const input = screen.getByLabelText('Ethics Approval Letter');
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'scan.png', { type: 'image/png' });
  fireEvent.change(input, { target: { files: [large] } });
  const message =
    'The file is too large. The limit is 10 MB. Make the file of the Ethics Approval Letter smaller, for example by scanning it in black and white.';
  expect(screen.getByText(message)).toBeVisible();
  expect(screen.getByTestId('payload')).toBeEmptyDOMElement();
});

/** A drop event as browsers create it. jsdom has no DataTransfer. */
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

it('accepts one dropped file, but neither two files nor a folder', async () => {
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

it('prevents a file dropped beside its field from replacing the page, with a toast', async () => {
  const end = refuseMissedDrops();
  const { unmount } = renderPart(<Field />);
  expect(drop(screen.getByText('Ethics Approval Letter'), ['letter.pdf'])).toBe(true);
  expect(drop(document.body, ['letter.pdf'])).toBe(true);
  expect(
    await screen.findByText('Nothing was added. Drop the file on the field that it belongs to.'),
  ).toBeVisible();
  expect(screen.getByTestId('payload')).toBeEmptyDOMElement();
  // Dragging texts and links is not prevented.
  expect(drop(document.body, [], ['text/plain'])).toBe(false);
  unmount();
  renderPart(<p>No field</p>);
  expect(drop(screen.getByText('No field'), ['letter.pdf'])).toBe(true);
  expect(await screen.findByText(/This page has no field/)).toBeVisible();
  end();
  expect(drop(document.body, ['letter.pdf'])).toBe(false);
});
