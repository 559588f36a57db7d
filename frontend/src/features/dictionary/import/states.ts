import type { ChipProps } from '@mui/material/Chip';
import type { DictionaryImport } from '@/api/models';

interface Look {
  name: string;
  color: ChipProps['color'];
  /** The consequence for the dictionary. */
  meaning: string;
}

const looks: Record<string, Look> = {
  comparing: {
    name: 'Comparing',
    color: 'info',
    meaning: 'The files are compared with what is stored. Nothing has been changed yet.',
  },
  storing: {
    name: 'Writing',
    color: 'info',
    meaning: 'New and changed rows are being written. This continues if you leave the page.',
  },
  done: { name: 'Done', color: 'success', meaning: 'All valid rows are stored.' },
  cancelled: {
    name: 'Cancelled',
    color: 'default',
    meaning: 'It was cancelled before anything was changed.',
  },
  failed: { name: 'Failed', color: 'error', meaning: 'The import could not be completed.' },
  broken_off: {
    name: 'Interrupted',
    color: 'error',
    meaning:
      'The server was stopped while it compared the files. Nothing was changed. Import them again.',
  },
};

/** Returns name, colour and explanation of an import's state. */
export function lookOf({ state, is_cancel_asked, message }: DictionaryImport): Look {
  const look = looks[state] ?? { name: state, color: 'default' as const, meaning: '' };
  if (state === 'comparing' && is_cancel_asked) {
    return { ...look, name: 'Being cancelled', meaning: 'It will stop in a moment.' };
  }
  return message ? { ...look, meaning: message } : look;
}
