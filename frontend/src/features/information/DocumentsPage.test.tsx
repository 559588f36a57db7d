import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { PublicDocument } from '@/api/models';
import { renderApp, renderPart, signInAs } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import DocumentsPage from './DocumentsPage';

function makeDocument(slug: string, name: string, category: string): PublicDocument {
  return {
    slug,
    name,
    category,
    description: `What the ${name} is for.`,
    icon: 'MenuBookOutlined',
    url: `/api/v1/documents/${slug}/`,
  };
}

const agreement = makeDocument(
  'data-sharing-agreement',
  'Data Sharing Agreement',
  'Request Document',
);
const form = makeDocument(
  'general-data-specification-form',
  'General Data Specification Form',
  'Request Document',
);
const guide = makeDocument('user-guide', 'User Guide for All Roles', 'Temporary Document');

const scrolled: Element[] = [];

beforeEach(() => {
  scrolled.length = 0;
  // jsdom has no layout and so no scrolling.
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    scrolled.push(this);
  });
  server.use(http.get(url('documents'), () => answer([agreement, form, guide])));
});

it('lists the documents by category, each with its download', async () => {
  renderPart(<DocumentsPage />);
  const requests = await screen.findByRole('region', { name: 'Request Documents' });
  expect(within(requests).getAllByRole('listitem')).toHaveLength(2);
  const others = screen.getByRole('region', { name: 'Temporary Documents' });
  const row = within(others).getByRole('listitem', { name: 'User Guide for All Roles' });
  expect(within(row).getByText('What the User Guide for All Roles is for.')).toBeVisible();
  const download = within(row).getByRole('link', {
    name: 'Download User Guide for All Roles (PDF)',
  });
  expect(download).toHaveAttribute('href', '/api/v1/documents/user-guide/');
  expect(download).toHaveAttribute('download');
  expect(screen.getByText('Useful Resources')).toBeVisible();
  expect(scrolled).toEqual([]);
});

it.each([agreement, form])(
  'scrolls to the document in the address: $slug',
  async ({ slug, name }) => {
    renderPart(<DocumentsPage />, `/documents#${slug}`);
    const row = await screen.findByRole('listitem', { name });
    await waitFor(() => expect(row).toHaveFocus());
    expect(scrolled).toEqual([row]);
    expect(row).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('listitem', { name: guide.name })).not.toHaveAttribute('aria-current');
  },
);

it('shows the list when the address names a missing document', async () => {
  renderPart(<DocumentsPage />, '/documents#nowhere');
  expect(await screen.findByText(guide.name)).toBeVisible();
  expect(scrolled).toEqual([]);
});

it('shows a default icon for an unknown name', async () => {
  server.use(http.get(url('documents'), () => answer([{ ...guide, icon: 'Unheard' }])));
  renderPart(<DocumentsPage />);
  const row = await screen.findByRole('listitem', { name: guide.name });
  expect(row.querySelector('[data-testid="DescriptionOutlinedIcon"]')).not.toBeNull();
});

it('shows a text when there are no documents, and offers to try again after an error', async () => {
  server.use(http.get(url('documents'), () => answer([])));
  const first = renderPart(<DocumentsPage />);
  expect(await screen.findByText('No documents found')).toBeVisible();
  first.unmount();

  server.use(http.get(url('documents'), () => refuse(503, 'Please try again later.')));
  const { user } = renderPart(<DocumentsPage />);
  expect(await screen.findByText('Please try again later.')).toBeVisible();
  server.use(http.get(url('documents'), () => answer([guide])));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(guide.name)).toBeVisible();
});

it.each([null, 'Data Requester', 'Data Officer'] as const)('is open to %s', async (role) => {
  if (role) signInAs(role);
  server.use(http.get(url('users/detailuser'), () => refuse(503, 'Later.')));
  renderApp('/documents');
  expect(await screen.findByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  expect(await screen.findByText(guide.name)).toBeVisible();
});
