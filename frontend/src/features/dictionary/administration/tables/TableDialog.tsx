import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import { useQuery } from '@tanstack/react-query';
import type { SourceRecord, TableRecord } from '@/api/models';
import { IconField } from '@/ui/icons/IconField';
import { LimitedField } from '@/ui/LimitedField';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { limits } from '@/lib/limits';
import { useSaveTable } from '../mutations';
import { recordQueries } from '../queries';
import { YesNoField } from '@/ui/records/YesNoField';
import { OriginFields } from './OriginFields';
import { TableTypeField } from './TableTypeField';
import {
  checkTable,
  describeTable,
  emptyTable,
  origins,
  tableInput,
  tableValues,
  type TableValues,
} from './values';

interface Props {
  source: Pick<SourceRecord, 'data_source_id'>;
  table?: TableRecord;
  onClose: () => void;
}

/** Adds a table to a data source, or changes one (3 §2.9, §5). */
export function TableDialog({ source, table, onClose }: Props) {
  const save = useSaveTable(table?.tbl_id);
  const types = useQuery(recordQueries.tableTypes());
  const form = useRecordDialog({
    record: table,
    read: recordQueries.table(table?.tbl_id ?? 0),
    save,
    empty: emptyTable,
    valuesOf: tableValues,
    check: checkTable,
    inputOf: (typed) => tableInput(source.data_source_id, typed),
    describe: (values: TableValues) => describeTable(values, types.data ?? []),
    onClose,
  });
  const textOf = (field: 'tbl_name' | 'tbl_description' | 'entity_name') => ({
    ...form.text(field),
    limit: limits.TableInputBody[field],
  });
  return (
    <RecordDialog form={form} noun="Table" title="Table Details">
      <TableTypeField {...form.field('table_type')} />
      <LimitedField {...textOf('tbl_name')} label="Table Name" required />
      <LimitedField
        {...textOf('tbl_description')}
        label="Table Description"
        required
        multiline
        minRows={3}
        maxRows={8}
      />
      <LimitedField {...textOf('entity_name')} label="Entity Name System" required />
      <IconField {...form.field('icon')} />
      <YesNoField
        {...form.field('publish')}
        label="Publish"
        help={
          form.values.publish
            ? 'Everyone sees it if its data source is published.'
            : 'Only Super Users see it, and no one can request its variables.'
        }
      />
      <Accordion disableGutters variant="outlined">
        <AccordionSummary expandIcon={<ExpandMore />}>Records, for data quality</AccordionSummary>
        <AccordionDetails sx={{ display: 'grid', gap: 3 }}>
          {origins.map((origin) => (
            <OriginFields key={origin} {...form.field(origin)} origin={origin} />
          ))}
        </AccordionDetails>
      </Accordion>
    </RecordDialog>
  );
}
