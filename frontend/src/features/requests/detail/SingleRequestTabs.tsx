import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import type { DataRequest } from '@/api/models';
import { RoundHistory } from '@/components/tracking/RoundHistory';
import { Tracking } from '@/components/tracking/Tracking';
import { commentsOn, isOpenDemand, useComments } from './commentsContext';
import { DevicesAndStaff } from './DevicesAndStaff';
import { RequestedVariables } from './RequestedVariables';
import { RequestPreview } from './RequestPreview';
import { Section } from './Section';
import { tabs, type TabKey } from './sections';

/** The parts of a submitted request; a badge counts the comments of each and stands out when one asks for action. */
export function SingleRequestTabs({ request }: { request: DataRequest }) {
  const id = useId();
  const { comments } = useComments();
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
        scrollButtons={false}
        aria-label="Parts of the request"
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 3 }}
      >
        {tabs.map(({ key, title, about }) => {
          const own = commentsOn(comments, about);
          const urgent = own.some(isOpenDemand);
          return (
            <Tab
              key={key}
              value={key}
              id={`${id}-${key}`}
              aria-controls={`${id}-panel`}
              label={
                <Badge
                  badgeContent={own.length}
                  color={urgent ? 'secondary' : 'default'}
                  sx={{
                    pr: own.length > 0 ? 2.5 : 0,
                    '& .MuiBadge-badge': {
                      top: 10,
                      right: 4,
                      ...(!urgent && { bgcolor: 'quiet', color: 'text.primary' }),
                    },
                  }}
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
        {shown === 'track' && (
          <Section title="Review and Approval Chain" about="chain" framed={false}>
            <Tracking requestId={request.request_id} />
            <RoundHistory requestId={request.request_id} round={request.round} />
          </Section>
        )}
      </Box>
    </Box>
  );
}
