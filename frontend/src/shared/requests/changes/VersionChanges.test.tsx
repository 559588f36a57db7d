import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import type { SectionChanges } from '@/api/models';
import { renderPart } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { VersionChanges } from './VersionChanges';

const sections: SectionChanges[] = [
  {
    section: null,
    title: 'Request Details',
    fields: [
      {
        kind: 'words',
        field: 'Request title',
        runs: [
          { words: 'kept', text: 'Births in ' },
          { words: 'removed', text: 'towns' },
          { words: 'added', text: 'villages' },
        ],
      },
      { kind: 'date', field: 'Date needed', before: '2027-01-15', after: '2027-02-01' },
    ],
    items: [],
  },
  {
    section: 'Is Data Sharing Agreement Attached?',
    title: 'Is Data Sharing Agreement Attached?',
    fields: [
      {
        kind: 'document',
        field: 'Data Sharing Agreement',
        before: {
          name: 'Data Sharing Agreement.pdf',
          size: 300_000,
          uploaded_on: '2026-11-01T09:00:00Z',
          mime: 'application/pdf',
          path: null,
        },
        after: {
          name: 'Data Sharing Agreement.pdf',
          size: 310_000,
          uploaded_on: '2026-11-09T09:00:00Z',
          mime: 'application/pdf',
          path: 'requests/b.pdf',
        },
      },
    ],
    items: [],
  },
  {
    section: 'Has the List of Devices Form been filed?',
    title: 'Has the List of Devices Form been filed?',
    fields: [],
    items: [
      {
        item: 'Device',
        name: 'Laptop (SN-2)',
        became: 'Altered',
        fields: [{ kind: 'value', field: 'Serial number', before: 'SN-1', after: 'SN-2' }],
      },
      {
        item: 'Device',
        name: 'Server (SN-9)',
        became: 'Added',
        fields: [
          { kind: 'value', field: 'Used by', before: null, after: 'Noor Achterberg' },
          { kind: 'set', field: 'Rooms', added: ['B4'], removed: ['A1'] },
        ],
      },
    ],
  },
];

it('shows changed words, items and documents', async () => {
  let asked: string | undefined;
  server.use(
    http.get(url('data_requests/11/changes'), ({ request }) => {
      asked = new URL(request.url).search;
      return answer({ from: 1, to: 3, sections });
    }),
  );
  renderPart(<VersionChanges requestId={11} from={1} to={3} />);
  const details = within(await screen.findByRole('region', { name: 'Changes in Request Details' }));
  expect(asked).toBe('?from=1&to=3');
  expect(details.getByText('towns').tagName).toBe('DEL');
  expect(details.getByText('villages').tagName).toBe('INS');
  expect(details.getByText('15 January 2027').tagName).toBe('DEL');
  expect(details.getByText('01 February 2027').tagName).toBe('INS');
  expect(
    screen.getByRole('button', {
      name: 'Now: Data Sharing Agreement.pdf (310 kB, 09 November 2026)',
    }),
  ).toBeVisible();
  expect(
    screen.getByText('Before: Data Sharing Agreement.pdf (300 kB, 01 November 2026), file missing'),
  ).toBeVisible();
  expect(screen.getByText('Altered: Device Laptop (SN-2)')).toBeVisible();
  expect(screen.getByText('Added: Device Server (SN-9)')).toBeVisible();
  expect(screen.getByText('A1').tagName).toBe('DEL');
  expect(screen.getByText('Noor Achterberg')).toBeVisible();
  // Values of a new item must not be described as empty before.
  expect(screen.queryByText(/empty/)).not.toBeInTheDocument();
});

it('reports that there are no changes, or that they could not be loaded', async () => {
  server.use(
    http.get(url('data_requests/11/changes'), () => answer({ from: 1, to: 1, sections: [] })),
    http.get(url('data_requests/12/changes'), () => refuse(503, 'Not now')),
  );
  const { unmount } = renderPart(<VersionChanges requestId={11} from={1} to={1} />);
  expect(await screen.findByText('No changes.')).toBeVisible();
  unmount();
  renderPart(<VersionChanges requestId={12} from={1} to={1} />);
  expect(await screen.findByText('Not now')).toBeVisible();
});
