import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '@/testing/render';
import { AnswerBy } from './AnswerBy';

it('names the last day with an icon', () => {
  const { container } = renderPart(<AnswerBy on="2027-07-13" />);
  expect(screen.getByText('Answer by 13 July 2027')).toBeVisible();
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});

it('says what happens without an answer, and that the request can be resubmitted', () => {
  renderPart(<AnswerBy on="2027-07-13" withConsequence />);
  expect(
    screen.getByText(
      'Answer by 13 July 2027, or the request is recalled. You can resubmit it then.',
    ),
  ).toBeVisible();
});

it('renders nothing without a last day', () => {
  renderPart(<AnswerBy on={null} />);
  expect(screen.queryByText(/Answer by/)).not.toBeInTheDocument();
});
