import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { DataRequest, StateComment } from '@/api/models';
import { DataItem, DataList } from '@/ui/DataList';
import { cardSx } from '@/ui/looks';
import { DocumentButton } from '@/shared/documents/DocumentButton';
import { nameOf } from '@/shared/requests/columns';
import { documentDetail } from '@/shared/requests/documentDetail';
import { count } from '@/lib/numbers';
import { ChangedSince } from '../ChangedSince';
import { documentsOf } from '../desk/documentsOf';
import { askedFor, deviceTypes, tablesOf } from './briefWords';
import { CompositionBar } from './CompositionBar';
import { Question } from './Question';

/** People beyond these are counted. The section with the staff lists them all. */
const MOST_NAMES = 5;

function people({ list_of_staff: staff }: DataRequest): string {
  const names = staff.slice(0, MOST_NAMES).map(nameOf).join(', ');
  const rest = staff.length - MOST_NAMES;
  return rest > 0 ? `${names} and ${rest} more` : names;
}

interface Props {
  request: DataRequest;
  /** Undefined while they load. */
  comments: readonly StateComment[] | undefined;
  /** Shows the open comments. */
  onComments: () => void;
}

/** A summary of what a decision depends on, above the sections. */
export function RequestBrief({ request, comments, onComments }: Props) {
  const id = useId();
  const documents = documentsOf(request);
  const tables = tablesOf(request);
  const open = comments?.filter(({ resolved }) => !resolved).length;
  return (
    <Box component="section" aria-labelledby={id} sx={{ ...cardSx, mb: 3, minWidth: 0 }}>
      <Typography id={id} variant="h3" component="h2" sx={{ mb: 1 }}>
        In brief
      </Typography>
      <ChangedSince request={request} />
      <Question text={request.dataset_description} />
      <DataList>
        <DataItem name="Purpose">
          {request.purposes
            .map((one) => [one.purpose, one.purpose_description].filter(Boolean).join(': '))
            .join('; ')}
        </DataItem>
        <DataItem name="Asked for">
          {askedFor(request)}
          {tables.length > 0 && <CompositionBar tables={tables} />}
        </DataItem>
        <DataItem name="Documents">
          {documents.length > 0 && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              {documents.map(({ path, title, ...document }) => (
                <DocumentButton
                  key={path}
                  path={path}
                  title={title}
                  detail={documentDetail(document)}
                />
              ))}
            </Box>
          )}
        </DataItem>
        <DataItem name="Comments">
          {/* The room of the button is reserved, because the comments come after the request. */}
          <Box sx={{ minHeight: 36, display: 'flex', alignItems: 'center' }}>
            {open ? (
              <Button size="small" onClick={onComments} sx={{ ml: -0.75 }}>
                Show {count(open, 'open comment')}
              </Button>
            ) : (
              open === 0 && 'None is open'
            )}
          </Box>
        </DataItem>
        <DataItem name="Who will see the data">{people(request)}</DataItem>
        <DataItem name="On devices">{deviceTypes(request)}</DataItem>
      </DataList>
    </Box>
  );
}
