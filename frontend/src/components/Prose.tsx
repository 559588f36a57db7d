import Link from '@mui/material/Link';
import { Fragment } from 'react';
import { atAddresses } from '@/lib/addresses';

/** Shows lines, blanks and tabs as they were typed, and breaks a word rather than widen the page. */
export const asTyped = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', tabSize: 4 } as const;

interface Props {
  /** What a person wrote. */
  children: string | null | undefined;
  /** What it is, in front of it. */
  label?: string;
  /** What is said where nothing was written. */
  none?: string;
}

/**
 * A text that a person wrote, as it was typed. Addresses of the web can be followed; nothing else is interpreted, neither HTML nor
 * Markdown.
 */
export function Prose({ children, label, none = '' }: Props) {
  const written = children?.trim() ? children : none;
  const text = label ? `${label}: ${written}` : written;
  return (
    // Another text gets another element, whatever a translator has made of this one.
    <span key={text} style={asTyped}>
      {atAddresses(text).map(({ text: piece, isAddress }, index) =>
        isAddress ? (
          <Link
            key={index}
            href={piece}
            underline="always"
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {piece}
          </Link>
        ) : (
          <Fragment key={index}>{piece}</Fragment>
        ),
      )}
    </span>
  );
}
