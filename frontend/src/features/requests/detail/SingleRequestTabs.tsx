import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import type { DataRequest, StateComment } from '@/api/models';
import { Tracking } from '@/components/tracking/Tracking';
import { DevicesAndStaff } from './DevicesAndStaff';
import { RequestPreview } from './RequestPreview';
import { RequestedVariables } from './RequestedVariables';

/** The tabs of a submitted request, and the sections whose comments each of them counts (2 §2). */
const tabs = [
  { key: 'preview', title: 'Preview', about: undefined },
  {
    key: 'devices-staff',
    title: 'Devices & Staff',
    about: ['Has the List of Devices Form been filed?', 'Has the List of Staff Form been filed?'],
  },
  {
    key: 'variables',
    title: 'Variables',
    about: [
      'Has the Data Specification Form been filed?',
      'Specify data source (HIS sub-system in question)',
    ],
  },
  { key: 'track', title: 'Track Request', about: ['Review and Approval Chain'] },
] as const;

type TabKey = (typeof tabs)[number]['key'];

const elsewhere = new Set<string>(tabs.flatMap(({ about }) => about ?? []));

export function SingleRequestTabs({
  request,
  comments,
}: {
  request: DataRequest;
  comments: readonly StateComment[];
}) {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const shown = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'preview';
  const show = (key: TabKey) =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        if (key === 'preview') next.delete('tab');
        else next.set('tab', key);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Box sx={{ minWidth: 0 }}>
      <Tabs
        value={shown}
        onChange={(_, key: TabKey) => show(key)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label="Parts of the request"
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 3 }}
      >
        {tabs.map(({ key, title, about }) => {
          const own = comments.filter(({ section }) =>
            about ? (about as readonly string[]).includes(section) : !elsewhere.has(section),
          );
          const urgent = own.some(({ action_required, resolved }) => action_required && !resolved);
          return (
            <Tab
              key={key}
              value={key}
              id={`${id}-${key}`}
              aria-controls={`${id}-panel`}
              label={
                <Badge
                  badgeContent={own.length}
                  color={urgent ? 'secondary' : 'primary'}
                  sx={{ pr: own.length > 0 ? 2 : 0, '& .MuiBadge-badge': { top: 10, right: 2 } }}
                >
                  {title}
                </Badge>
              }
            />
          );
        })}
      </Tabs>
      <Box id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${shown}`}>
        {shown === 'preview' && <RequestPreview request={request} />}
        {shown === 'devices-staff' && <DevicesAndStaff request={request} />}
        {shown === 'variables' && <RequestedVariables request={request} />}
        {shown === 'track' && <Tracking requestId={request.request_id} />}
      </Box>
    </Box>
  );
}
