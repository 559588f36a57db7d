import TextField from '@mui/material/TextField';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fieldHelp } from '@/ui/fieldHelp';
import { boxLook } from '@/ui/table/looks';
import { fieldLook } from './fieldLooks';
import { theme } from './theme';

/** Returns the labels of the fields that have the read-only style. */
function labelledReadOnly(): (string | null)[] {
  const theme = Object.assign(createTheme(), { vars: createTheme({ cssVariables: true }).vars });
  const selector = Object.keys(fieldLook({ theme })).find((key) => key.includes('[readonly]'));
  return screen
    .getAllByRole('textbox')
    .filter((field) => field.parentElement!.matches(selector!.replace('&', '.MuiInputBase-root')))
    .map((field) => field.getAttribute('aria-label'));
}

it('applies the read-only style only to fields that cannot be edited', () => {
  const named = (label: string, readOnly = false) => ({
    htmlInput: { 'aria-label': label, readOnly },
  });
  render(
    <>
      <TextField slotProps={named('Title')} />
      <TextField multiline slotProps={named('Description')} />
      <TextField slotProps={named('Organisation', true)} />
      <TextField multiline slotProps={named('Reason', true)} />
    </>,
  );
  expect(labelledReadOnly()).toEqual(['Organisation', 'Reason']);
});

it('keeps the border of a touched date field, like that of other fields', () => {
  const { MuiOutlinedInput, MuiPickersOutlinedInput } = theme().components!;
  for (const field of [MuiOutlinedInput, MuiPickersOutlinedInput])
    expect(field?.styleOverrides?.root).toBe(fieldLook);
  const touched = fieldLook({ theme: Object.assign(createTheme(), theme()) })[
    '@media (hover: none)'
  ];
  // Outlined text fields and pickers both draw their border with a fieldset.
  expect(Object.keys(touched as object)).toEqual([
    '&:hover:not(.Mui-focused, .Mui-error) fieldset',
  ]);
});

it('fills fields with the colour of paper', () => {
  const current = Object.assign(createTheme(), theme());
  expect(fieldLook({ theme: current }).backgroundColor).toBe(current.vars.palette.background.paper);
});

it('draws the checkboxes of rows in the primary colour', () => {
  // An input has a colour of its own, so `currentcolor` is black there.
  expect(boxLook).toHaveProperty(
    ['& .pick input', 'accentColor'],
    'var(--mui-palette-primary-main)',
  );
});

it('puts the label above an empty field, without a gap in the border', () => {
  render(
    <ThemeProvider theme={theme()}>
      <TextField id="needed" label="Date needed" />
    </ThemeProvider>,
  );
  const label = screen.getByText('Date needed', { selector: 'label' });
  expect(label).toHaveStyle({ position: 'static', transform: 'none' });
  const field = screen.getByRole('textbox', { name: 'Date needed' });
  expect(field.parentElement!.querySelector('legend')).toHaveStyle({ display: 'none' });
});

it('shows error and hint of a field, and equal texts only once', () => {
  const hint = 'Two weeks or more from now.';
  const { container, rerender } = render(fieldHelp('Please enter the date.', hint));
  expect(container).toHaveTextContent('Please enter the date. Two weeks or more from now.');
  rerender(fieldHelp(hint, hint));
  expect(container).toHaveTextContent(/^Two weeks or more from now\.$/);
  rerender(fieldHelp(undefined, hint));
  expect(container).toHaveTextContent(hint);
});
