import type { DataRequest, RequestState } from '@/api/models';

/** Returns the stages of the approval chain in its order. */
export const stagesOf = ({ approval_chain, request_states }: DataRequest): RequestState[] =>
  approval_chain.flatMap((id) => request_states.find(({ state_id }) => state_id === id) ?? []);
