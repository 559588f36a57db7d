import Box from '@mui/material/Box';
import type { DataRequest } from '@/api/models';
import { CountTabs } from '@/ui/CountTabs';
import { RoundHistory } from '@/shared/tracking/RoundHistory';
import { Tracking } from '@/shared/tracking/Tracking';
import { commentsOn, isUrgent } from '@/lib/requestSections';
import { useComments } from './commentsContext';
import { DevicesAndStaff } from './DevicesAndStaff';
import { RequestedVariables } from './RequestedVariables';
import { RequestHistory } from './RequestHistory';
import { RequestPreview } from './RequestPreview';
import { Section } from './Section';
import { PARTS, tabs, useTab } from './tabs';

/**
 * The parts of a submitted request in tabs. A badge counts the comments of each and is highlighted
 * if one requires action.
 */
export function SingleRequestTabs({ request }: { request: DataRequest }) {
  const { comments } = useComments();
  const [activeTab, show] = useTab();
  return (
    <Box id={PARTS} tabIndex={-1} sx={{ minWidth: 0, outline: 'none' }}>
      <CountTabs
        label="Parts of the request"
        tabs={tabs.map(({ key, title, about }) => {
          const own = commentsOn(comments, ...about);
          return { key, title, count: own.length, urgent: own.some(isUrgent) };
        })}
        shown={activeTab}
        onShow={show}
      >
        <Box sx={{ pt: 1 }}>
          {activeTab === 'preview' && <RequestPreview request={request} />}
          {activeTab === 'devices-staff' && <DevicesAndStaff request={request} />}
          {activeTab === 'variables' && <RequestedVariables request={request} />}
          {activeTab === 'history' && <RequestHistory request={request} />}
          {activeTab === 'track' && (
            <Section title="Review and Approval Chain" about="chain" inFrame={false}>
              <Tracking requestId={request.request_id} rounds={request.rounds} />
              <RoundHistory requestId={request.request_id} rounds={request.rounds} />
            </Section>
          )}
        </Box>
      </CountTabs>
    </Box>
  );
}
