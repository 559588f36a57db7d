import Box from '@mui/material/Box';
import { Suspense, useState } from 'react';
import type { ApprovalProcedure } from '@/api/models';
import { lazyPart } from '@/lib/lazyPart';
import { CountTabs } from '@/ui/CountTabs';
import { RowsSkeleton } from '@/ui/Skeletons';
import { ViewSwitch } from '@/ui/ViewSwitch';
import { AddButton } from './AddButton';
import { StageTable } from './StageTable';

const NextStageTable = lazyPart(async () => ({
  default: (await import('./NextStageTable')).NextStageTable,
}));
const DrawingTab = lazyPart(() => import('./drawing/DrawingTab'));

const lists = [
  { key: 'stages', title: 'Stage', table: StageTable },
  { key: 'next_stages', title: 'Next Stage', table: NextStageTable },
] as const;

export type StageList = (typeof lists)[number]['key'];

export const stageLists: readonly StageList[] = lists.map(({ key }) => key);

interface Props {
  procedure: ApprovalProcedure;
  /** The list that is shown. Undefined while the drawing is shown. */
  list: StageList | undefined;
  onShow: (list: StageList | undefined) => void;
}

/** The stages and links of a procedure: as a drawing, or as a list of each (3 §2.7). */
export function StagesTab({ procedure, list, onShow }: Props) {
  const [adding, setAdding] = useState(false);
  const shown = lists.find(({ key }) => key === list);
  const Table = shown?.table;
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'center',
          gap: 1,
          mb: 2,
        }}
      >
        <ViewSwitch
          label="View of the stages"
          names={{ picture: 'Drawing', list: 'List view' }}
          view={shown ? 'list' : 'picture'}
          onShow={(view) => onShow(view === 'list' ? lists[0].key : undefined)}
        />
        {shown && <AddButton label={`Add ${shown.title}`} onClick={() => setAdding(true)} />}
      </Box>
      <Suspense fallback={<RowsSkeleton />}>
        {Table ? (
          <CountTabs label="Lists of the procedure" tabs={lists} shown={shown.key} onShow={onShow}>
            <Table
              key={shown.key}
              procedure={procedure}
              adding={adding}
              onAdded={() => setAdding(false)}
            />
          </CountTabs>
        ) : (
          <DrawingTab procedure={procedure} />
        )}
      </Suspense>
    </>
  );
}
