import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import type { SxProps, Theme } from '@mui/material/styles';
import { LimitedField } from './LimitedField';
import { isTooLong } from '@/lib/limits';
import { MAX_SEARCH_LENGTH } from '@/lib/useListUrl';
import { useTypedSearch } from '@/lib/useTypedSearch';

interface Props {
  label: string;
  placeholder?: string;
  /** The current search, usually from the URL. */
  value: string;
  onSearch: (text: string) => void;
  /** Milliseconds without typing before a search runs (2 §2: 500). */
  delay?: number;
  sx?: SxProps<Theme>;
}

/**
 * A search box that searches after a pause in typing. Enter, clearing and leaving the field search
 * at once.
 */
export function SearchField({ label, placeholder, value, onSearch, delay, sx }: Props) {
  const { text, setText, search, searchPending } = useTypedSearch(
    value,
    (sought) => {
      // The field shows that the text is too long, and the list does not change.
      if (!isTooLong(sought, MAX_SEARCH_LENGTH)) onSearch(sought);
    },
    delay,
  );
  return (
    <LimitedField
      limit={MAX_SEARCH_LENGTH}
      label={label}
      placeholder={placeholder}
      value={text}
      sx={sx}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(text);
      }}
      // Searches before a clicked link is followed. A later search would change the address and
      // lead back.
      onBlur={searchPending}
      slotProps={{
        htmlInput: { type: 'search', autoComplete: 'off', enterKeyHint: 'search' },
        input: {
          sx: { '& input::-webkit-search-cancel-button': { display: 'none' } },
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: text && (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                size="small"
                aria-label="Clear the search"
                onClick={() => {
                  setText('');
                  search('');
                }}
              >
                <ClearIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
