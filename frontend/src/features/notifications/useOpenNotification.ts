import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '@/api/client';
import { messageOf } from '@/api/errors';
import type { Notification } from '@/api/models';
import { useRole } from '@/api/session';
import { paths, requestPath, type Path } from '@/app/paths';
import { staffRoles } from '@/lib/roles';
import { toast } from '@/lib/toast';
import { notificationQueries } from './queries';

/** The screen on which a role looks at a request; none for a role that has no such screen. */
function screenOf(role: string): Path | undefined {
  if (role === 'Data Requester') return paths.requesterSingleRequest;
  if (role === 'Super User') return paths.dataRequestPreview;
  return (staffRoles as readonly string[]).includes(role) ? paths.dataRequest : undefined;
}

/** Marks a notification as read, and leads to its request in the role that it was sent to. */
export function useOpenNotification(): (notification: Notification) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const active = useRole();
  const { mutate } = useMutation({
    mutationFn: (id: number) =>
      api.PATCH('/api/v1/notifications/{id}', { params: { path: { id } } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: notificationQueries.all }),
    onError: (error) => toast(messageOf(error), 'error'),
  });
  return ({ id, read, role, request_id }) => {
    if (!read) mutate(id);
    const screen = screenOf(role);
    if (!request_id || !screen) return;
    if (role === active) void navigate(requestPath(screen, request_id));
    else toast(`Switch to the role ${role} to open this request.`);
  };
}
