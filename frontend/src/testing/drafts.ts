import { http, HttpResponse } from 'msw';
import type { DraftBody, DraftFile } from '@/api/models';
import { makeVariable } from './factories';
import { answer, answerList, refuse, url } from './server';

interface Held {
  version: number;
  content: DraftBody;
  files: DraftFile[];
}

/** An in-memory server for the drafts of one account. */
export class HeldDrafts {
  readonly drafts = new Map<number, Held>();
  /** The bodies of all saves, including those that create a draft. */
  readonly saves: DraftBody[] = [];
  /** The ids of files that were removed. */
  readonly removed: number[] = [];
  /** Variables that are no longer offered. */
  readonly withdrawn = new Set<number>();
  /** Number of calls that read variables. */
  readsOfVariables = 0;
  #last = 4;

  /** Stores a draft as another tab or device would. */
  put(draftId: number, content: DraftBody, files: DraftFile[] = []): void {
    const version = (this.drafts.get(draftId)?.version ?? 0) + 1;
    this.drafts.set(draftId, { version, content, files });
  }

  titleOf = (draftId: number) => this.drafts.get(draftId)?.content.title;

  #body(draftId: number, held: Held) {
    return {
      draft_id: draftId,
      version: held.version,
      created_on: '2026-11-01T09:00:00Z',
      changed_on: '2026-11-02T10:30:00Z',
      content: held.content,
      files: held.files,
    };
  }

  #of(params: Record<string, string | readonly string[] | undefined>) {
    const id = Number(params.id);
    return { id, held: this.drafts.get(id) };
  }

  readonly handlers = [
    http.post(url('data_requests'), async ({ request }) => {
      const content = (await request.json()) as DraftBody;
      const id = (this.#last += 1);
      this.saves.push(content);
      this.put(id, content);
      return HttpResponse.json(
        { code: 201, message: 'OK', data: this.#body(id, this.drafts.get(id)!) },
        { status: 201 },
      );
    }),
    http.get(url('data_requests/drafts'), () =>
      answerList(
        [...this.drafts].map(([draft_id, { content }]) => ({
          draft_id,
          title: content.title ?? '',
          created_on: '2026-11-01T09:00:00Z',
          changed_on: '2026-11-02T10:30:00Z',
          deleted_on: '2027-01-31T10:30:00Z',
        })),
      ),
    ),
    http.get(url('data_requests/drafts/:id'), ({ params }) => {
      const { id, held } = this.#of(params);
      return held
        ? answer(this.#body(id, held))
        : refuse(404, 'This draft no longer exists.', { reason: 'draft_not_found' });
    }),
    http.get(url('data_requests/drafts/:id/variables'), ({ params }) => {
      const { held } = this.#of(params);
      if (!held) return refuse(404, 'This draft no longer exists.', { reason: 'draft_not_found' });
      this.readsOfVariables += 1;
      const variables = (held.content.dataset_variables ?? []).map((var_id) => {
        const { var_name, tbl_id, tbl_name, data_type, meaning, is_identifiable } = makeVariable({
          var_id,
        });
        const is_offered = !this.withdrawn.has(var_id);
        const shown = { var_id, var_name, tbl_id, tbl_name, data_type, meaning };
        return { ...shown, is_identifiable, is_offered };
      });
      return answer({ version: held.version, variables });
    }),
    http.get(url('data_requests/drafts/:id/not_offered'), ({ params }) => {
      const ids = this.#of(params).held?.content.dataset_variables ?? [];
      return answer({ faults: [], variables: ids.filter((id) => this.withdrawn.has(id)) });
    }),
    http.put(url('data_requests/drafts/:id'), async ({ params, request }) => {
      const { id, held } = this.#of(params);
      if (!held) return refuse(404, 'This draft no longer exists.', { reason: 'draft_not_found' });
      const { version, ...content } = (await request.json()) as DraftBody;
      if (version !== held.version)
        return refuse(409, 'This draft was saved elsewhere in the meantime.', {
          reason: 'draft_changed',
        });
      this.saves.push(content);
      this.put(id, content, held.files);
      return answer({ version: held.version + 1, changed_on: '2026-11-02T10:31:00Z' });
    }),
    http.delete(url('data_requests/drafts/:id'), ({ params }) => {
      this.drafts.delete(Number(params.id));
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(url('data_requests/drafts/:id/files'), ({ params }) => {
      const { held } = this.#of(params);
      if (!held) return refuse(404, 'This draft no longer exists.', { reason: 'draft_not_found' });
      const file_id = 40 + held.files.length;
      const file = { file_id, name: 'id.pdf', mime: 'application/pdf', size: 5 };
      held.files.push(file);
      return HttpResponse.json({ code: 201, message: 'Uploaded', data: file }, { status: 201 });
    }),
    http.delete(url('data_requests/drafts/:id/files/:file'), ({ params }) => {
      this.removed.push(Number(params.file));
      return new HttpResponse(null, { status: 204 });
    }),
  ];
}
