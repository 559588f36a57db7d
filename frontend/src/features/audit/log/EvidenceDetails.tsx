import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Prose } from '@/ui/Prose';
import { entryIds, entryDetails } from '@/shared/audit/entryDetails';
import { DataItem, DataList } from '@/ui/DataList';
import { PlainList } from '@/ui/PlainList';
import { formatSecond } from '@/lib/dates';
import { count } from '@/lib/numbers';
import { product } from '@/lib/product';
import { isProved, type Answer } from '../check/check';
import type { EntryAuthor, Evidence, Facts, Salted } from '../check/evidence';
import { commitmentPlaces } from '../check/commitmentPlaces';
import { auditQueries } from '../queries';
import { Verbatim } from './Verbatim';

/** Returns the label of a kind of acts, or its name if this server does not know it. */
export function useActLabel(kind: string | undefined): string {
  const { data } = useQuery(auditQueries.kinds());
  return data?.find((known) => known.kind === kind)?.words ?? kind ?? '';
}

/**
 * Describes the author of an entry, such as "Account 21, role assignment 7, session 3".
 * Entries identify people only by number.
 */
function describeAuthor({ who, user, role, session }: EntryAuthor): string {
  if (who === 'product') return product.name;
  if (who === 'stranger') return 'Someone who was not signed in';
  return [
    user === undefined ? (who ?? 'No one is named') : `Account ${user}`,
    role !== undefined && `role assignment ${role}`,
    session !== undefined && `session ${session}`,
  ]
    .filter(Boolean)
    .join(', ');
}

interface Props {
  answer: Answer;
  evidence: Evidence;
  facts: Facts;
}

/** Shows the content of the entry, and the texts that belong to it. */
export function EvidenceDetails({ answer, evidence, facts }: Props) {
  const words = useActLabel(facts.kind);
  const details = { ...facts.act };
  const detailTexts = entryDetails({ details });
  const ids = entryIds({ details });
  return (
    <Box sx={{ mt: 2.5 }}>
      <Typography variant="h3">What the entry says</Typography>
      {!isProved(answer) && (
        <Alert severity="warning" sx={{ my: 1 }}>
          The file says this, but it is not proven.
        </Alert>
      )}
      <DataList label="What the entry says">
        <DataItem name="What">{[words, ...detailTexts].join(' · ')}</DataItem>
        <DataItem name="When">
          <time dateTime={facts.at}>{formatSecond(facts.at)}</time>
          {`, that is ${facts.at}`}
        </DataItem>
        <DataItem name="Who">{describeAuthor(facts.by)}</DataItem>
        {facts.request !== undefined && (
          <DataItem name="About">{`Data Request ${facts.request}`}</DataItem>
        )}
        {facts.version !== undefined && (
          <DataItem name="On version">
            {facts.version}
            {facts.content !== undefined && (
              <>
                , whose SHA-256 is <code>{facts.content}</code>
              </>
            )}
          </DataItem>
        )}
        {ids.length > 0 && <DataItem name="Besides">{ids.join(' · ')}</DataItem>}
        {answer.signed && (
          <DataItem name="Signed by">
            <code>{answer.signed.by.map(({ text }) => text).join(' ')}</code>
          </DataItem>
        )}
      </DataList>
      <Texts evidence={evidence} />
      <Raw label="The entry as it was recorded" text={evidence.entry} />
      {evidence.enrolment && (
        <Raw
          label="The entry about the passkey as it was recorded"
          text={evidence.enrolment.entry}
        />
      )}
      {evidence.content !== undefined && (
        <Raw label="The version of the request as it was stored" text={evidence.content} />
      )}
    </Box>
  );
}

/** Lists the texts, each with the place of its commitment in the entry or the version. */
function Texts({ evidence: { entry, content, values } }: { evidence: Evidence }) {
  if (values.length === 0) return null;
  const [inEntry, inContent] = [commitmentPlaces(entry), commitmentPlaces(content)];
  const ofEntry = values.filter(({ commitment }) => inEntry.has(commitment));
  const others = values.filter((value) => !ofEntry.includes(value));
  return (
    <>
      <TextList title="Texts of the entry" texts={ofEntry} places={inEntry} open />
      <TextList
        title={`${count(others.length, 'text')} of the version`}
        texts={others}
        places={inContent}
      />
    </>
  );
}

interface TextsProps {
  title: string;
  texts: readonly Salted[];
  places: Map<string, string>;
  open?: boolean;
}

function TextList({ title, texts, places, open = false }: TextsProps) {
  if (texts.length === 0) return null;
  return (
    <Box component="details" open={open} sx={{ mt: 1.5 }}>
      <Summary>{title}</Summary>
      <PlainList aria-label={title} sx={{ mt: 0.5 }}>
        {texts.map(({ commitment, value }) => (
          <Box component="li" key={commitment} sx={{ py: 0.5 }}>
            <Typography variant="body2">
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {places.get(commitment) ?? 'unmatched'}:
              </Box>{' '}
              <Prose>{value}</Prose>
            </Typography>
          </Box>
        ))}
      </PlainList>
    </Box>
  );
}

function Summary({ children }: { children: string }) {
  return (
    <Box
      component="summary"
      sx={{ width: 'fit-content', cursor: 'pointer', fontSize: '0.875rem', fontWeight: 600 }}
    >
      {children}
    </Box>
  );
}

function Raw({ label, text }: { label: string; text: string }) {
  return (
    <Box component="details" sx={{ mt: 1.5 }}>
      <Summary>{label}</Summary>
      <Box sx={{ mt: 1 }}>
        <Verbatim label={label}>{text}</Verbatim>
      </Box>
    </Box>
  );
}
