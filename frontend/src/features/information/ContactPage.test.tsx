import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { renderPart } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import ContactPage from './ContactPage';

const everything = {
  requests_email: 'requests@data.example',
  support_email: 'support@data.example',
  phone: '+1 (555) 0100',
  phone_hours: 'Weekdays, 08:00 to 16:00',
};

it('shows the email addresses and the phone number', async () => {
  server.use(http.get(url('contact'), () => answer(everything)));
  renderPart(<ContactPage />);
  const requests = await screen.findByRole('link', { name: 'requests@data.example' });
  expect(requests).toHaveAttribute('href', 'mailto:requests@data.example');
  const support = screen.getByRole('link', { name: 'support@data.example' });
  expect(support).toHaveAttribute('href', 'mailto:support@data.example');
  const phone = screen.getByRole('link', { name: '+1 (555) 0100' });
  expect(phone).toHaveAttribute('href', 'tel:+15550100');
  expect(screen.getByText('Weekdays, 08:00 to 16:00')).toBeVisible();
});

it('omits contact details that are not configured', async () => {
  server.use(
    http.get(url('contact'), () =>
      answer({ ...everything, requests_email: null, phone_hours: null }),
    ),
  );
  renderPart(<ContactPage />);
  await screen.findByRole('link', { name: 'support@data.example' });
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByText('Requests and documents')).toBeNull();
});

it('shows a text when no contact details are configured', async () => {
  renderPart(<ContactPage />);
  expect(await screen.findByText('No contact details found')).toBeVisible();
});

it('offers to try again when the contact details cannot be loaded', async () => {
  server.use(http.get(url('contact'), () => refuse(500, 'Something went wrong.')));
  const { user } = renderPart(<ContactPage />);
  const again = await screen.findByRole('button', { name: /try again/i });
  server.use(http.get(url('contact'), () => answer(everything)));
  await user.click(again);
  expect(await screen.findByRole('link', { name: 'support@data.example' })).toBeVisible();
});
