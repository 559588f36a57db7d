import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Variable } from '@/api/models';
import { paths } from '@/app/paths';
import { publishedSources } from '@/shared/dictionary/publishedSources';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { lazyDialog } from '@/lib/lazyPart';
import { count } from '@/lib/numbers';
import { toast } from '@/lib/toast';
import { useLastPage, useListUrl } from '@/lib/useListUrl';
import { useSelectedVariables, variableSelection } from '@/lib/variableSelection';
import { BackToRequest } from './BackToRequest';
import { DictionaryFilters } from './DictionaryFilters';
import { FACET_VALUES, FACETS } from './facets';
import { PiiLegend } from './PiiMark';
import { mapPath } from './mapPath';
import { dictionaryQueries } from './queries';
import { SelectionBar } from './SelectionBar';
import { useRequestData } from './useRequestData';
import { VariableCards } from './VariableCards';
import { VariableTable } from './VariableTable';
import { PAGE_SIZE, PAGE_SIZES, SORTS, toSelected, type VariableListProps } from './variableList';

const VariableDetails = lazyDialog(() => import('./VariableDetails'), 'VariableDetails');
const PreviewDialog = lazyDialog(() => import('./PreviewDialog'), 'PreviewDialog');

const nothing: Variable[] = [];

/**
 * Shows the dictionary of one source or of all sources, and lets the user pick variables for a
 * request (2 §2).
 */
export function DictionaryBrowser({ dataSourceId }: { dataSourceId?: number }) {
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const list = useListUrl({
    pageSize: PAGE_SIZE,
    pageSizes: PAGE_SIZES,
    sorts: SORTS,
    filters: ['tbl_name', ...FACETS],
    allowed: FACET_VALUES,
  });
  const selected = useSelectedVariables(dataSourceId ?? null);
  const request = useRequestData(dataSourceId);
  const [opened, setOpened] = useState<Variable | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const listBox = useRef<HTMLDivElement>(null);
  const { data: source } = useQuery({
    ...publishedSources.one(dataSourceId ?? 0),
    enabled: dataSourceId !== undefined,
  });
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    dictionaryQueries.variables({
      dataSourceId,
      tableName: list.filters.tbl_name,
      facets: list.filters,
      search: list.search,
      sort: list.sort,
      page: list.page,
      pageSize: list.pageSize,
    }),
  );
  useLastPage(list, isPlaceholderData ? undefined : data?.total);
  useEffect(() => {
    if (dataSourceId !== undefined) variableSelection.open(dataSourceId);
  }, [dataSourceId]);

  const selection = useMemo<VariableListProps['selection']>(
    () =>
      request.allowed && dataSourceId !== undefined
        ? {
            selected,
            change: (variables) => variableSelection.set(dataSourceId, variables.map(toSelected)),
          }
        : undefined,
    [request.allowed, dataSourceId, selected],
  );
  const listProps: VariableListProps = {
    variables: data?.rows ?? nothing,
    total: data?.total ?? 0,
    more: data?.more ?? false,
    loading: isPlaceholderData ? isFetching : !data || (data.total > 0 && !data.rows.length),
    query: list,
    onChange: list.change,
    onOpen: setOpened,
    selection,
  };

  return (
    <>
      <BackToRequest />
      <PageHeader
        above={
          dataSourceId !== undefined && (
            <Box component="nav" aria-label="Breadcrumb">
              <Link component={RouterLink} to={paths.dataSource} variant="body2">
                Data Dictionary
              </Link>
            </Box>
          )
        }
        title={source?.source ?? 'Data Dictionary'}
        isTitleLoaded={dataSourceId !== undefined}
        purpose={
          request.allowed
            ? 'View Data Dictionaries & Submit a Data Request'
            : 'View the data dictionaries'
        }
        action={
          <>
            {dataSourceId !== undefined && (
              <Button
                component={RouterLink}
                to={mapPath(dataSourceId)}
                startIcon={<AccountTreeOutlined />}
              >
                Map of tables
              </Button>
            )}
            {/* The bar at the foot has these buttons then. They keep their room, so that no row
                moves under the pointer. */}
            <Box
              sx={{ display: 'contents', visibility: selected.length > 0 ? 'hidden' : undefined }}
            >
              {selection && (
                <Button
                  variant="outlined"
                  startIcon={<VisibilityOutlined />}
                  onClick={() => toast('No Variables have been selected.', 'warning')}
                >
                  Preview
                </Button>
              )}
              {request.allowed && (
                <Button variant="contained" onClick={request.begin}>
                  Request Data
                </Button>
              )}
            </Box>
          </>
        }
      />
      <DictionaryFilters
        dataSourceId={dataSourceId}
        search={list.search}
        tableName={list.filters.tbl_name}
        facets={list.filters}
        onChange={list.change}
      />
      <Box
        ref={listBox}
        tabIndex={-1}
        sx={{
          outline: 'none',
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          columnGap: 3,
          rowGap: 0.5,
          minHeight: 44,
          py: 1,
        }}
      >
        <Typography variant="body2" role="status">
          {data?.more && 'More than '}
          {data && count(data.total, 'variable')}
          {selected.length > 0 && `, ${selected.length} selected`}
          {request.allowed && dataSourceId === undefined && (
            <>
              {'. '}
              <Link component={RouterLink} to={paths.dataSource} underline="always">
                Choose a data source
              </Link>{' '}
              to select variables.
            </>
          )}
        </Typography>
        <PiiLegend />
      </Box>
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : phone ? (
        <VariableCards {...listProps} />
      ) : (
        <VariableTable {...listProps} />
      )}
      {selection && selected.length > 0 && (
        <SelectionBar
          picked={selected.length}
          onPreview={() => setPreviewing(true)}
          onRequest={request.begin}
        />
      )}
      {opened && (
        <VariableDetails
          variable={opened}
          canPick={selection !== undefined}
          onClose={() => setOpened(null)}
        />
      )}
      {previewing && (
        <PreviewDialog
          selected={selected}
          onChange={(variables) => selection?.change(variables)}
          onClose={() => {
            setPreviewing(false);
            // The bar with the button that opened the preview disappears with the last variable.
            if (selected.length === 0) setTimeout(() => listBox.current?.focus());
          }}
          onRequest={() => {
            setPreviewing(false);
            request.begin();
          }}
        />
      )}
      <ConfirmDialog
        open={request.confirming}
        title="Request data without variables?"
        confirmLabel="Continue without variables"
        cancelLabel="Add variables"
        onConfirm={request.accept}
        onCancel={request.decline}
      >
        No Variables have been selected. If you continue, you must upload the variable document (the
        General Data Specification Form) with the request.
      </ConfirmDialog>
    </>
  );
}
