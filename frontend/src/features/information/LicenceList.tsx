import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { EmptyState } from '@/ui/EmptyState';
import { SearchField } from '@/ui/SearchField';
import { groups, isNamed, own, textsOf, type Part } from './licences';

/** The style of a list of parts. It is one style for all, because there are hundreds of parts. */
const listLook = {
  mt: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '& details + details': { borderTop: 1, borderColor: 'divider' },
  '& summary': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 2,
    px: 2,
    py: 1.25,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    '&::before': { content: '"›"', width: '0.5em', color: 'text.secondary' },
    '&:hover': { bgcolor: 'quiet' },
    '& > span': { flex: '1 1 220px', minWidth: 0 },
    '& > small': { fontSize: '0.875rem', color: 'text.secondary' },
  },
  '& details[open] > summary::before': { transform: 'rotate(90deg)' },
  '& pre': {
    m: 0,
    px: 2,
    py: 1.5,
    borderTop: 1,
    borderColor: 'divider',
    fontFamily: 'inherit',
    fontSize: '0.875rem',
    lineHeight: 1.5,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
} as const;

/** One part that can be opened. Its texts are rendered only then. */
function PartRow({ part, name = part.name }: { part: Part; name?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{name}</span> <small>{part.licence}</small>
      </summary>
      {isOpen && textsOf(part).map((text) => <pre key={text}>{text}</pre>)}
    </details>
  );
}

/**
 * Lists the licences of all parts. It is a lazy part, because the texts are as large as a screen.
 */
export default function LicenceList() {
  const [letters, setLetters] = useState('');
  const found = groups
    .map((group) => ({ ...group, parts: group.parts.filter((part) => isNamed(part, letters)) }))
    .filter(({ parts }) => parts.length > 0);
  return (
    <>
      <Box sx={listLook}>
        <PartRow part={own} name={`The licence of ${own.name}`} />
      </Box>
      <Typography variant="h2" sx={{ mt: 4 }}>
        Third-party components
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
        Each component has its own licence.
      </Typography>
      <SearchField
        label="Search by name or licence"
        value={letters}
        onSearch={setLetters}
        delay={150}
        sx={{ width: { xs: '100%', sm: 360 } }}
      />
      {found.length === 0 && (
        <Box sx={{ mt: 2 }}>
          <EmptyState
            message="No matching component"
            hint="Search for a part of the name, or for a licence."
          />
        </Box>
      )}
      {found.map(({ kind, title, parts }) => (
        <Box component="section" key={kind} aria-labelledby={`licences-${kind}`} sx={{ mt: 3 }}>
          <Typography id={`licences-${kind}`} variant="h3">
            {title} ({parts.length})
          </Typography>
          <Box sx={listLook}>
            {parts.map((part) => (
              <PartRow key={part.name} part={part} />
            ))}
          </Box>
        </Box>
      ))}
    </>
  );
}
