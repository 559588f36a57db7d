import { render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { appSecret } from '@/testing/factories';
import QrCode from './QrCode';

it('draws every dark module of the address, within a quiet zone', () => {
  render(<QrCode text={appSecret.address} />);
  const picture = screen.getByRole('img', { name: /^QR code for your authenticator app/ });
  const { data, size } = encode(appSecret.address, { ecc: 'M', border: 0 });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`${x + 4} ${y + 4}`] : [])),
  );
  const drawn = [...picture.firstElementChild!.getAttribute('d')!.matchAll(/M(\d+ \d+)h1/g)];
  expect(drawn.map(([, place]) => place)).toEqual(dark);
  expect(picture).toHaveAttribute('viewBox', `0 0 ${size + 8} ${size + 8}`);
});
