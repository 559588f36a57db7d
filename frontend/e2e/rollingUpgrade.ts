import { expect, type Page } from '@playwright/test';
import { emailOf, createSession } from './aditus';
import type { Cluster, Node } from './cluster';
import { mails } from './mails';
import { pdf } from './sampleFiles';

const REQUESTER = 'Data Requester';
const REVIEWER = 'Data Access Reviewer';
const SECTION = 'Principal investigator / Organization Key Contact Person Details';

/** The kinds of actions while two versions run. Each kind goes through both versions. */
const KINDS = ['submission', 'draft', 'upload', 'comment', 'edit', 'code', 'decision'] as const;
type Kind = (typeof KINDS)[number];

/** A running version: its node, and how often it acknowledged each kind of action. */
interface Version {
  node: Node;
  acknowledged: Record<Kind, number>;
}

/** The acknowledged results of one round, which are checked at the end. */
interface Round {
  label: string;
  request: number;
  state: number;
  title: string;
  comment: string;
  institution: string;
  draft: number;
  draftTitle: string;
  draftVersion: number;
  file: number;
}

/** A user: the header of the calls, and the id of the assignment to the role. */
interface Person {
  headers: Record<string, string>;
  assigned: number;
}

type Body = Record<string, unknown> | FormData;

/**
 * Users work through two nodes of different versions at once, and each action continues one that
 * went through the other version. For example, a request that is submitted through the old version
 * is commented through the new one, edited through the old one, and decided with a code of the new
 * one.
 */
export class RollingUpgradeWorkload {
  readonly rounds: Round[] = [];
  private constructor(
    private readonly cluster: Cluster,
    private readonly versions: readonly [Version, Version],
    private readonly payload: object,
    private readonly requester: Person,
    private readonly reviewer: Person,
  ) {}

  static async create(
    cluster: Cluster,
    page: Page,
    payload: object,
  ): Promise<RollingUpgradeWorkload> {
    const person = async (role: string): Promise<Person> => {
      const { headers, stored } = await createSession(page, role);
      const { role: held } = JSON.parse(stored) as { role: { assigned_role_id: number } };
      return { headers, assigned: held.assigned_role_id };
    };
    const version = (node: Node): Version => ({
      node,
      acknowledged: Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>,
    });
    const [one, other] = cluster.nodes;
    return new RollingUpgradeWorkload(
      cluster,
      [version(one), version(other)],
      payload,
      await person(REQUESTER),
      await person(REVIEWER),
    );
  }

  /** Works until each version has acknowledged this many actions of each kind. */
  async run(times: number) {
    const [one, other] = this.versions;
    await Promise.all([
      this.runRounds(one, other, 'one', times),
      this.runRounds(other, one, 'other', times),
    ]);
    for (const { acknowledged } of this.versions) {
      expect(Math.min(...Object.values(acknowledged))).toBeGreaterThanOrEqual(times);
    }
  }

  private async runRounds(starting: Version, continuing: Version, name: string, times: number) {
    let draft: { draft_id: number; version: number } | undefined;
    for (let number = 1; number <= times; number += 1) {
      // The first round creates the draft of the requester. Each round saves it, through the two
      // versions by turns.
      const [first, second] = number % 2 ? [starting, continuing] : [continuing, starting];
      const label = `${name}, number ${number}`;
      draft ??= await this.act<{ draft_id: number; version: number }>(
        first,
        'draft',
        this.requester,
        'POST',
        'data_requests/',
        { title: `Side by side, ${label}` },
      );
      this.rounds.push(await this.runRound(first, second, label, draft));
    }
  }

  private async runRound(
    first: Version,
    second: Version,
    label: string,
    draft: { draft_id: number; version: number },
  ): Promise<Round> {
    const { requester, reviewer } = this;
    const draftTitle = `Side by side, draft of ${label}`;
    const saved = await this.act<{ version: number }>(
      second,
      'draft',
      requester,
      'PUT',
      `data_requests/drafts/${draft.draft_id}/`,
      { title: draftTitle, version: draft.version },
    );
    draft.version = saved.version;
    const form = new FormData();
    form.set('field', 'file_path');
    form.set(
      'file',
      new Blob([new Uint8Array(pdf(label))], { type: 'application/pdf' }),
      'agreement.pdf',
    );
    const { file_id: file } = await this.act<{ file_id: number }>(
      first,
      'upload',
      requester,
      'POST',
      `data_requests/drafts/${draft.draft_id}/files`,
      form,
    );

    const title = `Side by side, request of ${label}`;
    const { request_id: request } = await this.act<{ request_id: number }>(
      first,
      'submission',
      requester,
      'POST',
      'data_requests/submit/',
      { ...this.payload, title },
    );
    const states = await this.call<
      { role: string; request_state_id: number; org_role_id: number }[]
    >(second, reviewer, 'GET', `data_requests/request_states/?request_id=${request}`);
    const { request_state_id: state, org_role_id } = states.find(({ role }) => role === REVIEWER)!;
    const comment = `Who answers for ${label}?`;
    const { comment_id } = await this.act<{ comment_id: number }>(
      second,
      'comment',
      reviewer,
      'POST',
      'data_requests/statecomment/add/',
      {
        request_state: state,
        comment,
        section: SECTION,
        author: reviewer.assigned,
        data_request: request,
        action_required: true,
      },
    );
    const institution = `Institute of ${label}`;
    await this.act(
      first,
      'edit',
      requester,
      'PATCH',
      `data_requests/patch/data_request/${request}/`,
      {
        principal_fname: 'Leonora',
        principal_sname: 'Abernathy',
        principal_phone: '+12125550142',
        principal_email: 'leonora@halden.example',
        principal_occupation: 'Professor',
        principal_institution: institution,
        comment_id,
        resolve: true,
      },
    );
    const path = `data_requests/request_state/${state}/`;
    await this.act(second, 'code', reviewer, 'POST', `${path}otp/`, { status: true });
    await this.act(first, 'decision', reviewer, 'PUT', path, {
      assigned_role: reviewer.assigned,
      org_role: org_role_id,
      otp: await this.codeFor(request),
      reason: '',
      recommendation: '',
      request,
      state_id: state,
      status: true,
    });
    return {
      label,
      request,
      state,
      title,
      comment,
      institution,
      draft: draft.draft_id,
      draftTitle,
      draftVersion: draft.version,
      file,
    };
  }

  /** Returns the code for this request, which either node may have mailed. */
  private async codeFor(request: number): Promise<string> {
    let code: string | undefined;
    await expect
      .poll(async () => {
        const folders = this.cluster.nodes.map(({ mailFolder }) =>
          mails(mailFolder, emailOf(REVIEWER)),
        );
        const texts = (await Promise.all(folders)).flat().map(({ text }) => text);
        const about = texts.filter((text) => new RegExp(`DAC00${request}\\b`).test(text));
        code = about.map((text) => /^\s*(\d{6})\s*$/m.exec(text)?.[1]).find(Boolean);
        return code;
      })
      .toBeDefined();
    return code!;
  }

  /** Sends a call through a version, which must acknowledge it. */
  private async act<T>(
    version: Version,
    kind: Kind,
    person: Person,
    method: string,
    path: string,
    body: Body,
  ): Promise<T> {
    const data = await this.call<T>(version, person, method, path, body);
    version.acknowledged[kind] += 1;
    return data;
  }

  private async call<T>(
    version: Version,
    { headers }: Person,
    method: string,
    path: string,
    body?: Body,
  ): Promise<T> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`http://127.0.0.1:${version.node.port}/api/v1/${path}`, {
      method,
      headers: body && !isForm ? { ...headers, 'Content-Type': 'application/json' } : headers,
      body: isForm ? body : body && JSON.stringify(body),
    });
    const text = await answer.text();
    expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true);
    return (text ? (JSON.parse(text) as { data: T }).data : undefined) as T;
  }

  /** Expects everything that was acknowledged to be stored once and unchanged. */
  async expectStored() {
    const { cluster, rounds } = this;
    const lines = (columns: (round: Round) => (string | number)[]) =>
      rounds.map((round) => columns(round).join('\t')).sort();
    const requests = cluster.sql(
      `SELECT r.id, r.title, a.principal_institution, r.content_version, s.state, c.comment, c.resolved_on IS NOT NULL
       FROM data_requests r JOIN request_answers a ON a.request_id = r.id JOIN request_states s ON s.request_id = r.id AND s.id IN (${rounds.map(({ state }) => state).join(', ')})
       LEFT JOIN state_comments c ON c.request_id = r.id WHERE r.title LIKE 'Side by side%'`,
    );
    expect(requests.sort()).toEqual(
      lines(({ request, title, institution, comment }) => [
        request,
        title,
        institution,
        2,
        'Approved',
        comment,
        't',
      ]),
    );
    const files = cluster.sql(
      `SELECT f.id, f.draft_id FROM draft_files f JOIN request_drafts d ON d.id = f.draft_id WHERE d.title LIKE 'Side by side%'`,
    );
    expect(files.sort()).toEqual(lines(({ file, draft }) => [file, draft]));
    // A draft contains what was saved last.
    const last = new Map(rounds.map((round) => [round.draft, round]));
    const drafts = cluster.sql(
      "SELECT id, title, version FROM request_drafts WHERE title LIKE 'Side by side%'",
    );
    expect(drafts.sort()).toEqual(
      [...last.values()]
        .map(({ draft, draftTitle, draftVersion }) => [draft, draftTitle, draftVersion].join('\t'))
        .sort(),
    );
    for (const { draft, file, label } of rounds) {
      const path = `${cluster.address}/api/v1/data_requests/drafts/${draft}/files/${file}/`;
      const answer = await fetch(path, { headers: this.requester.headers });
      const { base64_content } = (await answer.json()) as { base64_content: string };
      expect(base64_content).toBe(pdf(label).toString('base64'));
    }
  }
}
