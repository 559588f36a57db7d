import { useNavigate } from 'react-router';
import type { Notification } from '@/api/models';
import { useRole } from '@/api/session';
import { paths, requestPath, type Path } from '@/app/paths';
import { staffRoles } from '@/lib/roles';
import { toast } from '@/lib/toast';
import { useMarkRead } from './useMarkRead';

/** Returns the screen on which a role sees a request; undefined if it has none. */
function screenOf(role: string): Path | undefined {
  if (role === 'Data Requester') return paths.requesterSingleRequest;
  if (role === 'Super User') return paths.dataRequestPreview;
  return (staffRoles as readonly string[]).includes(role) ? paths.dataRequest : undefined;
}

/** An address, and the role that can open it; any role if undefined. */
interface Way {
  to: string;
  role?: string;
}

/** Returns the address to which a notification leads; undefined if it is only informative. */
function wayOf({ kind, role, request_id }: Notification): Way | undefined {
  if (request_id) {
    const screen = screenOf(role);
    return screen && { to: requestPath(screen, request_id), role };
  }
  switch (kind) {
    case 'registered':
    case 'role_requested': {
      if (role === 'Super User') return { to: paths.superUserOrganisation, role };
      const to = kind === 'registered' ? paths.adminUsers : paths.adminRolesRequests;
      return { to, role };
    }
    case 'super_user_changed':
      return { to: paths.superUserOrganisation, role };
    case 'role_granted':
    case 'role_denied':
    case 'role_withdrawn':
      return { to: paths.requestRole };
    default:
      return undefined;
  }
}

/**
 * Marks a notification as read and opens its subject. If only another of the user's roles can open
 * it, a toast names that role instead.
 */
export function useOpenNotification(): (notification: Notification) => void {
  const navigate = useNavigate();
  const active = useRole();
  const markRead = useMarkRead();
  return (notification) => {
    if (!notification.read) markRead.one(notification.id);
    const way = wayOf(notification);
    if (!way) return;
    if (!way.role || way.role === active) {
      void navigate(way.to);
      return;
    }
    const what = notification.request_id ? 'this request' : 'this page';
    toast(`Switch to the role ${way.role} to open ${what}.`);
  };
}
