import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { FollowUps } from './FollowUps';

function Form() {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <input type="checkbox" checked={asked} onChange={() => setAsked(!asked)} />
      <FollowUps asked={asked} labels="Name and Surname">
        <input aria-label="Name" />
      </FollowUps>
      <input aria-label="After it" />
    </>
  );
}

it('shows the questions that an answer requires, and announces them when they appear and disappear', () => {
  render(<Form />);
  const answer = screen.getByRole('checkbox');
  const status = screen.getByRole('status');
  expect(status).toBeEmptyDOMElement();
  fireEvent.click(answer);
  expect(status).toHaveTextContent('The form now also asks for: Name and Surname.');
  const labels = () => [...document.querySelectorAll('input')].map(({ ariaLabel }) => ariaLabel);
  expect(labels()).toEqual([null, 'Name', 'After it']);
  fireEvent.click(answer);
  expect(status).toHaveTextContent('The form no longer asks for: Name and Surname.');
  expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
});
