import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import ContactSupportOutlined from '@mui/icons-material/ContactSupportOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import DomainOutlined from '@mui/icons-material/DomainOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import type SvgIcon from '@mui/material/SvgIcon';
import { Link, useLocation } from 'react-router';
import type { RoleName } from '@/lib/roles';
import { isOpen, menuOf } from '../menu';
import { paths, type Path } from '../paths';

/** The icons of the menu. An entry that is missing here is a home page. */
const icons: Partial<Record<Path, typeof SvgIcon>> = {
  [paths.dataSource]: MenuBookOutlined,
  [paths.documents]: DescriptionOutlined,
  [paths.about]: InfoOutlined,
  [paths.contactUs]: ContactSupportOutlined,
  [paths.notifications]: NotificationsOutlined,
  [paths.adminUsers]: GroupOutlined,
  [paths.adminUserAssignedRoles]: BadgeOutlined,
  [paths.adminRolesRequests]: FactCheckOutlined,
  [paths.requesterMyRequests]: FactCheckOutlined,
  [paths.dataRequests]: FactCheckOutlined,
  [paths.dataRequestFeedback]: RateReviewOutlined,
  [paths.superUserOrganisation]: DomainOutlined,
  [paths.superUserOrganisationRoles]: BadgeOutlined,
  [paths.superUserApprovalProcedure]: AccountTreeOutlined,
  [paths.superUserDataDictionary]: MenuBookOutlined,
  [paths.superUserReferenceData]: CategoryOutlined,
  [paths.superUserCalendar]: CalendarMonthOutlined,
  [paths.superUserAudit]: HistoryOutlined,
  [paths.analystDqaFilter]: AssessmentOutlined,
  [paths.requestRole]: InsightsOutlined,
};

/** Shows the menu of a role as a list, for the side menu and the drawer. */
export function MenuList({ role, onChoose }: { role: RoleName | 'Guest'; onChoose?: () => void }) {
  const { pathname } = useLocation();
  return (
    <List sx={{ px: 1.5, py: 2, display: 'grid', gap: 0.25 }}>
      {menuOf(role).map((entry) => {
        const { path, title } = entry;
        const Icon = icons[path] ?? HomeOutlined;
        const isLit = isOpen(entry, pathname);
        return (
          <ListItem key={path} disablePadding>
            <ListItemButton
              component={Link}
              to={path}
              className={isLit ? 'active' : undefined}
              aria-current={isLit ? 'page' : undefined}
              onClick={onChoose}
              sx={{
                borderRadius: 1,
                py: 0.75,
                color: 'text.secondary',
                '& .MuiListItemIcon-root': { minWidth: 36, color: 'inherit' },
                '&.active': { bgcolor: 'quiet', color: 'primary.main' },
                '&.active .MuiListItemText-primary': { fontWeight: 620 },
              }}
            >
              <ListItemIcon>
                <Icon fontSize="small" />
              </ListItemIcon>
              <ListItemText primary={title} slotProps={{ primary: { variant: 'body2' } }} />
            </ListItemButton>
          </ListItem>
        );
      })}
    </List>
  );
}
