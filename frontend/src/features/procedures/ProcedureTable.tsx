import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { generatePath } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { ApprovalProcedure } from '@/api/models';
import { paths } from '@/app/paths';
import { RecordList } from '@/ui/records/RecordList';
import { RowLink } from '@/ui/RowLink';
import type { ListColumn } from '@/ui/table/columns';
import { YesOrNo } from '@/ui/YesOrNo';
import { count } from '@/lib/numbers';
import { tenRows } from '@/lib/pageSizes';
import { lazyDialog } from '@/lib/lazyPart';
import { DeleteDialog } from './DeleteDialog';
import { EMPTY } from './list';
import { procedureQueries } from './queries';

const DuplicateDialog = lazyDialog(() => import('./exchange/DuplicateDialog'), 'DuplicateDialog');

const ProcedureDialog = lazyDialog(() => import('./ProcedureDialog'), 'ProcedureDialog');

const sorts: readonly SortKey<'/api/v1/data_requests/approval_procedures'>[] = [
  'name',
  'is_active',
  'is_default',
];

const columns: readonly ListColumn<ApprovalProcedure>[] = [
  {
    field: 'name',
    name: 'Approval Procedure',
    flex: 1.2,
    minWidth: 200,
    cell: ({ approval_procedure_id, name }) => (
      <RowLink
        to={generatePath(paths.superUserApprovalProcedureOne, {
          approval_id: String(approval_procedure_id),
        })}
        label={`View Approval Procedure ${name}`}
      >
        {name}
      </RowLink>
    ),
  },
  {
    field: 'description',
    name: 'Description',
    flex: 2,
    minWidth: 220,
    cell: ({ description }) => description,
  },
  {
    field: 'is_active',
    name: 'Is Active',
    width: 110,
    cell: ({ is_active }) => <YesOrNo value={is_active} />,
  },
  {
    field: 'is_default',
    name: 'Is Default',
    width: 110,
    cell: ({ is_default }) => <YesOrNo value={is_default} />,
  },
  {
    field: 'faults',
    name: 'Faults, warnings',
    width: 170,
    cell: ({ faults, warnings }) => {
      const found = [
        faults.length > 0 && count(faults.length, 'fault'),
        warnings.length > 0 && count(warnings.length, 'warning'),
      ].filter(Boolean);
      if (found.length === 0) return 'None';
      return (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          {faults.length > 0 ? (
            <ReportProblemOutlined fontSize="small" color="warning" aria-hidden />
          ) : (
            <InfoOutlined fontSize="small" color="info" aria-hidden />
          )}
          {found.join(', ')}
        </Box>
      );
    },
  },
];

interface Props {
  adding: boolean;
  onAdded: () => void;
}

/** Lists the approval procedures, with links to their stages (3 §2.7). */
export function ProcedureTable({ adding, onAdded }: Props) {
  const [duplicated, setDuplicated] = useState<ApprovalProcedure | null>(null);
  return (
    <>
      <RecordList
        label="Approval Procedures"
        pages={tenRows}
        sorts={sorts}
        columns={columns}
        keyOf={({ approval_procedure_id }) => approval_procedure_id}
        read={procedureQueries.procedures}
        placeholder="Name or description"
        empty={EMPTY}
        actionsWidth={140}
        adding={adding}
        onAdded={onAdded}
        nameOf={(procedure) => procedure.name}
        more={(procedure) => [
          {
            title: 'Duplicate',
            icon: ContentCopyOutlined,
            onClick: () => setDuplicated(procedure),
          },
        ]}
        dialog={(procedure, onClose) => <ProcedureDialog procedure={procedure} onClose={onClose} />}
        removal={(record, onClose) => (
          <DeleteDialog
            kind="approval procedure"
            id={record.approval_procedure_id}
            name={record.name}
            onClose={onClose}
          />
        )}
      />
      {duplicated && <DuplicateDialog procedure={duplicated} onClose={() => setDuplicated(null)} />}
    </>
  );
}
