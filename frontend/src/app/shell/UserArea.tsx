import AccountCircleOutlined from '@mui/icons-material/AccountCircleOutlined';
import CheckIcon from '@mui/icons-material/Check';
import LogoutIcon from '@mui/icons-material/Logout';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router';
import { activatedRoles, fullName, type Session } from '@/api/session';
import { ButtonPopover } from '@/ui/ButtonPopover';
import { useSignOut, useSwitchRole } from '@/features/accounts/sessionActions';
import { SignOutDialog, type Unsaved } from '@/features/accounts/SignOutDialog';
import { NotificationBell } from '@/features/notifications/NotificationBell';
import { unsavedChanges } from '@/lib/localCopies';
import { saveUnsaved } from '@/features/requests/unsaved';
import type { RoleName } from '@/lib/roles';
import { paths, type Path } from '../paths';
import { isOpenTo } from '../routes';

interface Props {
  session: Session;
  role: RoleName | 'Guest';
}

interface LinkEntry {
  path: Path;
  title: string;
}
const editAccount: LinkEntry = { path: paths.profile, title: 'Edit Account' };
const requestRole: LinkEntry = { path: paths.requestRole, title: 'Request Role' };

/** The signed-in part of the header: current role, bell and user menu (1 §2.5). */
export default function UserArea({ session, role }: Props) {
  const signOut = useSignOut();
  const [asking, setAsking] = useState(false);
  const [unsaved, setUnsaved] = useState<readonly Unsaved[]>([]);
  const signOutOrAsk = async () => {
    const { user_id } = session.user;
    const isSaved = await saveUnsaved(user_id);
    const left = [...(isSaved ? [] : (['request'] as const)), ...unsavedChanges(user_id)];
    setUnsaved(left);
    if (left.length > 0) setAsking(true);
    else signOut.mutate();
  };
  const switchRole = useSwitchRole();
  const roles = activatedRoles(session.user);
  const name = fullName(session.user);
  const linkTo = ({ path, title }: LinkEntry, close: () => void) =>
    isOpenTo(path, role) && (
      <MenuItem component={Link} to={path} onClick={close}>
        <ListItemText primary={title} />
      </MenuItem>
    );

  return (
    <>
      <Typography
        variant="body2"
        data-testid="active-role"
        noWrap
        sx={{
          px: 1.25,
          py: 0.375,
          mx: 0.5,
          borderRadius: 4,
          border: 1,
          borderColor: 'divider',
          bgcolor: 'quiet',
          fontWeight: 600,
          maxWidth: { xs: 150, sm: 260 },
        }}
      >
        {role}
      </Typography>
      <NotificationBell userId={session.user.user_id} />
      <ButtonPopover
        label="Your account"
        tooltip={name}
        icon={<AccountCircleOutlined />}
        width={290}
      >
        {(close) => (
          <>
            <Box sx={{ px: 2, py: 1.5 }}>
              <Typography sx={{ fontWeight: 620 }}>{name}</Typography>
              <Typography variant="body2" color="textSecondary" noWrap>
                {session.user.org_email ?? session.user.phone}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {session.user.org.name}
              </Typography>
            </Box>
            <Divider />
            {roles.length > 1 && (
              <>
                <Typography
                  id="switch-role"
                  variant="overline"
                  sx={{ display: 'block', px: 2, pt: 1.25 }}
                >
                  Switch Role
                </Typography>
                <MenuList aria-labelledby="switch-role" dense>
                  {roles.map((assigned) => {
                    const current = assigned.assigned_role_id === session.role?.assigned_role_id;
                    return (
                      <MenuItem
                        key={assigned.assigned_role_id}
                        role="menuitemradio"
                        aria-checked={current}
                        onClick={() => {
                          close();
                          if (!current) switchRole.mutate(assigned);
                        }}
                      >
                        <ListItemText primary={assigned.role} secondary={assigned.organisation} />
                        {current && <CheckIcon fontSize="small" color="primary" />}
                      </MenuItem>
                    );
                  })}
                </MenuList>
                <Divider />
              </>
            )}
            <MenuList aria-label="Account" dense disabledItemsFocusable>
              {linkTo(editAccount, close)}
              {roles.length < 2 && (
                <MenuItem disabled>
                  <ListItemText
                    primary="Switch Role"
                    secondary={
                      roles.length === 0 ? 'You have no role yet.' : 'You have no other role.'
                    }
                  />
                </MenuItem>
              )}
              {linkTo(requestRole, close)}
              <MenuItem
                onClick={() => {
                  close();
                  void signOutOrAsk();
                }}
              >
                <ListItemText primary="Logout" />
                <LogoutIcon fontSize="small" aria-hidden />
              </MenuItem>
            </MenuList>
          </>
        )}
      </ButtonPopover>
      <SignOutDialog
        open={asking}
        unsaved={unsaved}
        pending={signOut.isPending}
        onSignOut={() => signOut.mutate()}
        onStay={() => setAsking(false)}
      />
    </>
  );
}
