import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '@/testing/render';
import { RowMenu, type RowAction } from './RowMenu';

const called = vi.fn();
const action = (title: string, more: Partial<RowAction> = {}): RowAction => ({
  title,
  onClick: () => void called(title),
  ...more,
});
beforeEach(() => called.mockClear());

it('shows two actions as buttons with words that name the row', async () => {
  const { user } = renderPart(
    <RowMenu of="the topic Births" actions={[action('Edit'), action('Delete')]} />,
  );
  expect(screen.queryByRole('button', { name: /^Actions for/ })).not.toBeInTheDocument();
  const remove = screen.getByRole('button', { name: 'Delete the topic Births' });
  expect(remove).toHaveTextContent('Delete');
  await user.click(remove);
  expect(called).toHaveBeenCalledWith('Delete');
});

it('shows the first of more actions, and the others in a menu that the keyboard opens', async () => {
  const { user } = renderPart(
    <RowMenu
      of="the source Claims"
      actions={[action('Edit'), action('Import', { to: '/import' }), action('Delete')]}
    />,
  );
  expect(screen.getByRole('button', { name: 'Edit the source Claims' })).toBeVisible();
  const more = screen.getByRole('button', { name: 'Actions for the source Claims' });
  expect(more).toHaveAttribute('aria-haspopup', 'menu');
  more.focus();
  await user.keyboard('{Enter}');
  const menu = await screen.findByRole('menu', { name: 'Actions for the source Claims' });
  expect(menu).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Import' })).toHaveAttribute('href', '/import');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(called).toHaveBeenCalledWith('Delete');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  expect(more).toHaveFocus();
});

it('gives the reason of a disabled action, and does not call it', async () => {
  const { user } = renderPart(
    <RowMenu
      of="the place North"
      actions={[
        action('Edit'),
        action('Move'),
        action('Delete', { refusal: 'North contains other places.' }),
      ]}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Actions for the place North' }));
  const remove = await screen.findByRole('menuitem', { name: /^Delete/ });
  expect(remove).toHaveTextContent('North contains other places.');
  expect(remove).toHaveAttribute('aria-disabled', 'true');
  await user.click(remove);
  expect(called).not.toHaveBeenCalled();
  expect(screen.getByRole('menuitem', { name: /^Delete/ })).toBeVisible();
});
