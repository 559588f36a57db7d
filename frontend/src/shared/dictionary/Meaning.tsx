import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import type { MeaningBlock, MeaningSpan } from '@/api/models';
import { Marked } from '@/ui/Marked';

export const plainMeaning = (blocks: readonly MeaningBlock[]): string =>
  blocks.map(({ spans }) => spans.map(({ text }) => text).join('')).join('\n');

interface Props {
  blocks: readonly MeaningBlock[];
  hits?: readonly string[];
}

/**
 * Renders the paragraphs, lists, emphasis, code and links of a meaning. The server has parsed its
 * markup; no HTML is inserted.
 */
export function Meaning({ blocks, hits = [] }: Props) {
  return (
    <Box sx={{ display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
      {inLists(blocks).map((group, index) =>
        group.isList ? (
          <Box key={index} component="ul" sx={{ m: 0, pl: 2.5 }}>
            {group.blocks.map((block, number) => (
              <Box key={number} component="li" sx={{ whiteSpace: 'pre-line' }}>
                <Spans spans={block.spans} hits={hits} />
              </Box>
            ))}
          </Box>
        ) : (
          group.blocks.map((block, number) => (
            <Box key={number} component="p" sx={{ m: 0, whiteSpace: 'pre-line' }}>
              <Spans spans={block.spans} hits={hits} />
            </Box>
          ))
        ),
      )}
    </Box>
  );
}

interface Group {
  isList: boolean;
  blocks: MeaningBlock[];
}

/** Groups consecutive list items, so that each group becomes one list. */
function inLists(blocks: readonly MeaningBlock[]): Group[] {
  const groups: Group[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last?.isList === block.is_item) last.blocks.push(block);
    else groups.push({ isList: block.is_item, blocks: [block] });
  }
  return groups;
}

function Spans({ spans, hits }: { spans: readonly MeaningSpan[]; hits: readonly string[] }) {
  return spans.map((span, index) => <Span key={index} span={span} hits={hits} />);
}

function Span({ span, hits }: { span: MeaningSpan; hits: readonly string[] }) {
  let content: ReactNode = <Marked text={span.text} hits={hits} />;
  if (span.code) {
    content = (
      <Box
        component="code"
        sx={{ fontFamily: 'monospace', fontSize: '0.9em', bgcolor: 'quiet', px: 0.375 }}
      >
        {content}
      </Box>
    );
  }
  if (span.emphasis) content = <em>{content}</em>;
  if (span.strong) content = <strong>{content}</strong>;
  if (!span.href) return content;
  return (
    <Link href={span.href} target="_blank" rel="noopener noreferrer nofollow" underline="always">
      {content}
    </Link>
  );
}
