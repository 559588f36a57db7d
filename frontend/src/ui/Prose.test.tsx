import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '@/testing/render';
import { Prose } from './Prose';

const written =
  'First.\n\n  1. https://example.org/a_(b)?x=1&y=2\n\tindented\n<b>x</b> &amp; *x* 5 < 6 > 4';

it('shows a text as typed and interprets only addresses', () => {
  renderPart(
    <div data-testid="text">
      <Prose>{written}</Prose>
    </div>,
  );
  const shown = screen.getByTestId('text');
  expect(shown.textContent).toBe(written);
  expect(shown.firstElementChild).toHaveStyle({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
  expect(shown.querySelector('b')).toBeNull();
  const links = screen.getAllByRole('link');
  expect(links).toHaveLength(1);
  expect(links[0]).toHaveAttribute('href', 'https://example.org/a_(b)?x=1&y=2');
  expect(links[0]).toHaveAttribute('rel', 'noopener noreferrer nofollow');
});

it.each([null, undefined, '', ' \n'])('shows the fallback for the empty text %j', (text) => {
  renderPart(<Prose none="None provided">{text}</Prose>);
  expect(screen.getByText('None provided')).toBeInTheDocument();
});
