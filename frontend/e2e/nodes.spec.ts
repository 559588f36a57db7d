import { expect, test, type Page } from '@playwright/test';
import { beginSession, emailOf } from './aditus';
import { Cluster, NEXT_BINARY, type Node } from './cluster';
import { mails } from './mails';
import { RollingUpgradeWorkload } from './rollingUpgrade';
import { submission } from './submissions';

const REVIEWER = 'Data Access Reviewer';

/** The number of actions of each kind that each version must acknowledge while both run. */
const ACTIONS_PER_VERSION = 8;

/**
 * Submits one request after the other through the load balancer. A failed call is sent again with
 * its idempotency key, as a browser does when its user tries again.
 */
class SubmissionLoad {
  /** The acknowledged ids, in the order of the titles. */
  readonly acknowledged: number[] = [];
  sentAgain = 0;
  private isOver = false;
  private readonly ended: Promise<void>;

  constructor(
    private readonly cluster: Cluster,
    private readonly headers: Record<string, string>,
    private readonly payload: object,
  ) {
    this.ended = this.run();
  }

  static title = (number: number) => `Through the balancer, number ${number}`;

  private async run() {
    while (!this.isOver) {
      this.acknowledged.push(await this.submit(this.acknowledged.length + 1));
      // Leaves processor time to the nodes and to other tests.
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }

  private async submit(number: number): Promise<number> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const answer = await fetch(`${this.cluster.address}/api/v1/data_requests/submit/`, {
        method: 'POST',
        headers: {
          ...this.headers,
          'Content-Type': 'application/json',
          'Idempotency-Key': `"balanced-${number}"`,
        },
        body: JSON.stringify({ ...this.payload, title: SubmissionLoad.title(number) }),
      }).catch(() => undefined);
      if (answer?.ok) {
        const { data } = (await answer.json()) as { data: { request_id: number } };
        return data.request_id;
      }
      if (answer?.status === 409) {
        // The node that ran the call is dead, or its response is lost. Its lease ends after two
        // minutes; backdates the lease instead of waiting.
        this.cluster.sql(
          "UPDATE idempotency_keys SET claimed_at = claimed_at - interval '3 minutes' WHERE sealed_answer IS NULL",
        );
        const [found] = this.cluster.sql(
          `SELECT id FROM data_requests WHERE title = '${SubmissionLoad.title(number)}'`,
        );
        if (found) return Number(found);
      } else if (answer && answer.status < 500) {
        throw new Error(`submission ${number}: ${answer.status} ${await answer.text()}`);
      }
      if (Date.now() > deadline) throw new Error(`submission ${number} is never acknowledged`);
      this.sentAgain += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Waits until this many more requests are acknowledged. */
  async waitForMore(more = 3) {
    const wanted = this.acknowledged.length + more;
    await expect.poll(() => this.acknowledged.length).toBeGreaterThanOrEqual(wanted);
  }

  async end() {
    this.isOver = true;
    await this.ended;
  }
}

/** Records the notifications that a page receives, by socket. */
function recordNotifications(page: Page) {
  const sockets: { listed: number[]; pushed: number[] }[] = [];
  page.on('websocket', (opened) => {
    const socket = { listed: [] as number[], pushed: [] as number[] };
    sockets.push(socket);
    opened.on('framereceived', ({ payload }) => {
      if (payload === 'pong') return;
      const message = JSON.parse(payload.toString()) as {
        type: string;
        notifications?: { id: number }[];
      };
      const ids = (message.notifications ?? []).map(({ id }) => id);
      if (message.type === 'notifications') socket.listed.push(...ids);
      if (message.type === 'notification.created') socket.pushed.push(...ids);
    });
  });
  return sockets;
}

/**
 * Saves a change of the requester's draft, and waits until the reviewer's page shows all
 * notifications.
 */
async function expectBothPagesWork(
  requester: Page,
  reviewer: Page,
  cluster: Cluster,
  word: string,
) {
  const title = requester.getByLabel(/Data Request Title/);
  await title.fill(`Malaria, ${word}`);
  const saved = `SELECT COUNT(*) FROM request_drafts WHERE title = 'Malaria, ${word}'`;
  await expect.poll(() => cluster.sql(saved)).toEqual(['1']);
  await expect(requester.getByText('Saved', { exact: true })).toBeVisible();
  const unread =
    'SELECT COUNT(*) FROM notifications n JOIN users u ON u.id = n.user_id ' +
    `WHERE NOT n.is_read AND u.email_key = '${emailOf(REVIEWER)}'`;
  await expect
    .poll(async () => {
      const label = await reviewer
        .getByRole('button', { name: /unread notifications?$/ })
        .getAttribute('aria-label');
      // The bell counts to 99. The last step of the test checks the notifications beyond.
      return Number.parseInt(label!, 10) - Math.min(100, Number(cluster.sql(unread)[0]));
    })
    .toBe(0);
}

test('two nodes lose no acknowledged change when a node, PostgreSQL or their LISTEN connections end, or during an upgrade', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const cluster = new Cluster();
  try {
    await cluster.start();
    const [first, second] = cluster.nodes;
    const context = await browser.newContext({ baseURL: cluster.address });
    const [requester, reviewer] = [await context.newPage(), await context.newPage()];
    const headers = await beginSession(requester, 'Data Requester');
    await beginSession(reviewer, REVIEWER);
    const sockets = recordNotifications(reviewer);
    await requester.goto('/requester/submitrequest?step=study');
    await reviewer.goto('/');
    await expect(reviewer.getByRole('button', { name: /unread notifications?$/ })).toBeVisible();
    const payload = await submission(requester, headers, '');
    const load = new SubmissionLoad(cluster, headers, payload);
    const expectProgress = async (word: string) => {
      await load.waitForMore();
      // Submissions continue meanwhile, so the numbers are polled.
      await expectBothPagesWork(requester, reviewer, cluster, word);
    };
    await expectProgress('begun');

    await test.step('a node is killed and started again', async () => {
      await first.end('SIGKILL');
      await expectProgress('one killed');
      await first.start();
      await expectProgress('one back');
    });

    await test.step('the LISTEN connections are cut', async () => {
      const listening = "FROM pg_stat_activity WHERE query ILIKE 'LISTEN%'";
      await expect.poll(() => cluster.sql(`SELECT COUNT(*) ${listening}`)).toEqual(['2']);
      const cut = cluster.sql(`SELECT pg_terminate_backend(pid) ${listening}`);
      expect(cut).toEqual(['t', 't']);
      await expectProgress('unheard');
    });

    await test.step('PostgreSQL is killed and started again', async () => {
      cluster.crashPostgres();
      await expectProgress('database back');
    });

    const workload = await RollingUpgradeWorkload.create(cluster, requester, payload);
    await test.step('the nodes are upgraded one after the other', async () => {
      await upgrade(second);
      expect(cluster.sql('SELECT next_version_note FROM data_requests LIMIT 1')).toEqual([]);
      await workload.run(ACTIONS_PER_VERSION);
      await expectProgress('side by side');
      await first.end('SIGTERM');
      await expect(first.start()).rejects.toThrow(
        /ended with 2: .*is of a newer version of Aditus: it has the migration 20991231000001/,
      );
      await first.start(NEXT_BINARY);
      await expectProgress('upgraded');
    });

    await load.end();
    await test.step('every acknowledged change is stored once', async () => {
      const there = cluster.sql(
        "SELECT title, COUNT(*), MIN(id) FROM data_requests WHERE title LIKE 'Through the balancer%' GROUP BY title ORDER BY 3",
      );
      const acknowledged = load.acknowledged.map(
        (id, place) => `${SubmissionLoad.title(place + 1)}\t1\t${id}`,
      );
      expect(there.sort()).toEqual(acknowledged.sort());
      await workload.expectStored();
      const checked = second.run(NEXT_BINARY, ['check', '--deep']);
      expect(checked.output).not.toMatch(/^WRONG/m);
      expect(checked.output).toMatch(/^OK {5}documents of Data Requests: [1-9]/m);
      expect(checked.code).toBe(0);
      // The history of the demo is invented and backdated. Marked as a demo, the installation
      // passes the verification.
      cluster.sql("UPDATE installation SET demonstration = 'complete'");
      expect(second.run(NEXT_BINARY, ['audit', 'verify'])).toMatchObject({ code: 0 });
    });

    await test.step('each submission is mailed, at most twice if its node was killed', async () => {
      // The messages that the killed node was sending wait for the end of its lease. Makes them due
      // at once.
      cluster.sql('UPDATE outbox_messages SET due_on = now() WHERE finished_on IS NULL');
      const waiting = 'SELECT COUNT(*) FROM outbox_messages WHERE finished_on IS NULL';
      await expect.poll(() => cluster.sql(waiting), { timeout: 60_000 }).toEqual(['0']);
      const sent = [...(await mailsOf(first)), ...(await mailsOf(second))];
      const timesOf = (id: number) =>
        sent.filter((text) => new RegExp(`DAC00${id}\\b`).test(text)).length;
      const times = load.acknowledged.map(timesOf);
      expect(Math.min(...times)).toBeGreaterThanOrEqual(1);
      // The killed node may have sent the messages of its last batch, a handful, before it recorded
      // that.
      expect(times.filter((number) => number > 1).length).toBeLessThanOrEqual(8);
      expect(Math.max(...times)).toBeLessThanOrEqual(2);
    });

    await test.step('each notification is pushed once', () => {
      for (const { listed, pushed } of sockets) {
        expect(new Set(pushed).size).toBe(pushed.length);
        expect(pushed.filter((id) => listed.includes(id))).toEqual([]);
      }
      const came = new Set(sockets.flatMap(({ listed, pushed }) => [...listed, ...pushed]));
      const notified = cluster.sql(
        `SELECT n.id FROM notifications n JOIN users u ON u.id = n.user_id WHERE u.email_key = '${emailOf(REVIEWER)}'
         AND n.request_id IN (${load.acknowledged.join(', ')})`,
      );
      expect(notified).toHaveLength(load.acknowledged.length);
      expect(notified.filter((id) => !came.has(Number(id)))).toEqual([]);
      expect(sockets.length).toBeGreaterThan(1);
    });
    await context.close();
  } finally {
    await cluster.remove();
  }
});

/** Stops a node as an administrator does and starts the next version in its place. */
async function upgrade(node: Node) {
  await node.end('SIGTERM');
  await node.start(NEXT_BINARY);
}

const mailsOf = async (node: Node): Promise<string[]> =>
  (await mails(node.mailFolder, emailOf(REVIEWER))).map(({ text }) => text);
