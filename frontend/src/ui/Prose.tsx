import Link from '@mui/material/Link';
import { Fragment } from 'react';
import { atAddresses } from '@/lib/addresses';

/**
 * Shows line breaks, blanks and tabs as typed, and breaks long words so that they do not widen the
 * page.
 */
export const asTyped = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', tabSize: 4 } as const;

interface Props {
  children: string | null | undefined;
  label?: string;
  /** Shown if the text is empty. */
  none?: string;
}

/** A user's text, as typed. Web addresses become links; HTML and Markdown are not interpreted. */
export function Prose({ children, label, none = '' }: Props) {
  const written = children?.trim() ? children : none;
  const text = label ? `${label}: ${written}` : written;
  return (
    // A new text gets a new element, because the browser's translation may have changed this one.
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
