import { expect, it } from 'vitest';
import { fold } from './fold';

it.each([
  ['N’Guessan', "n'guessan"],
  ['Ama‑Serwaa', 'ama-serwaa'],
  ['Γιώργος', 'ΓΙΩΡΓΟΣ'],
  ['creatinine_\u00B5mol', 'Creatinine \u03BCmol'],
  ['Nguyễn', 'nguyen'],
  ['İlkay Işık', 'ilkay isik'],
  ['Vi\u200Bsit', '\uFEFFvisit '],
])('finds %s by %s', (stored, typed) => {
  expect(fold(stored)).toBe(fold(typed));
});
