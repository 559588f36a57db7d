import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './server';

const BINARY = process.env.ADITUS_E2E_BINARY!;
/** The build of a future version, with one more migration. */
export const NEXT_BINARY =
  process.env.ADITUS_E2E_NEXT_BINARY ?? join(dirname(BINARY), 'examples', 'next_version');
const S3_STORE = join(dirname(NEXT_BINARY), 's3_store');

/** A node: a process with its own data folder, always on the same port. */
export class Node {
  private process?: ChildProcess;

  constructor(
    readonly folder: string,
    readonly port: number,
    private readonly shared: Record<string, string>,
  ) {}

  get mailFolder() {
    return join(this.folder, 'mail');
  }

  private get environment() {
    return {
      ...process.env,
      ...this.shared,
      ADITUS_DATA_DIR: this.folder,
      ADITUS_PORT: String(this.port),
    };
  }

  /** Resolves once the node is ready. Rejects with its error output if it exits. */
  async start(binary = BINARY, ...options: readonly string[]) {
    const started = spawn(binary, ['serve', ...options], {
      env: { ...this.environment, RUST_LOG: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = started;
    let complaint = '';
    started.stderr.on('data', (part: Buffer) => (complaint += part.toString()));
    await new Promise<void>((resolve, reject) => {
      createInterface(started.stdout).on('line', (line) => {
        if (line.startsWith('Aditus is ready at ')) resolve();
      });
      started.once('exit', (code) => reject(new Error(`ended with ${code}: ${complaint}`)));
    });
  }

  /** Runs a command on the node's data. Returns its exit code and output. */
  run(binary: string, command: readonly string[]): { code: number; output: string } {
    try {
      const output = execFileSync(binary, command, {
        env: this.environment,
        stdio: ['ignore', 'pipe', 'pipe'],
        encoding: 'utf8',
      });
      return { code: 0, output };
    } catch (error) {
      const { status, stdout, stderr } = error as {
        status: number;
        stdout: string;
        stderr: string;
      };
      return { code: status, output: stdout + stderr };
    }
  }

  /** Ends the node as a crash does (SIGKILL) or as an administrator does (SIGTERM). */
  async end(signal: 'SIGKILL' | 'SIGTERM') {
    const running = this.process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await ended;
  }
}

/** Two nodes behind HAProxy that share PostgreSQL and an S3-compatible store. */
export class Cluster {
  private readonly folder = mkdtempSync(join(tmpdir(), 'aditus-nodes-'));
  private readonly helpers: ChildProcess[] = [];
  private database = '';
  private balancer = 0;
  nodes: readonly [Node, Node] = [] as unknown as readonly [Node, Node];

  get address() {
    return `http://127.0.0.1:${this.balancer}`;
  }

  private get postgres() {
    return join(this.folder, 'postgres');
  }

  /**
   * Starts everything with the accounts and the dictionary of the demo, but as a real installation:
   * each node writes the mails that it sends to files.
   */
  async start() {
    // If the tests run as root, PostgreSQL runs as another user, who needs access to the folder.
    chmodSync(this.folder, 0o755);
    this.database = script('postgres', 'start', this.postgres);
    const [store, first, second] = [await freePort(), await freePort(), await freePort()];
    this.balancer = await freePort();
    this.helpers.push(spawn(S3_STORE, [String(store)], { stdio: ['pipe', 'ignore', 'ignore'] }));
    const endpoint = `http://127.0.0.1:${store}`;
    await waitForAnswer(endpoint);
    const shared = {
      ADITUS_DATABASE_URL: this.database,
      ADITUS_DATABASE_CONNECTIONS: '6',
      ADITUS_PUBLIC_URL: this.address,
      ADITUS_TRUSTED_PROXIES: '127.0.0.1',
      ADITUS_FILES_KIND: 's3',
      ADITUS_FILES_BUCKET: 'documents',
      ADITUS_FILES_ENDPOINT: endpoint,
      ADITUS_FILES_ACCESS_KEY_ID: 'TESTKEY',
      ADITUS_FILES_SECRET_ACCESS_KEY: 'hush-hush',
      ADITUS_LIMITS_SUBMISSION: '10000 in 1 hour',
      ADITUS_LIMITS_DAILY_SUBMISSION: '10000 in 1 day',
      ADITUS_LIMITS_COMMENT: '10000 in 1 hour',
      ADITUS_LIMITS_CODE: '10000 in 1 hour',
      ADITUS_LIMITS_UPLOAD: '10000 in 1 hour',
      ADITUS_INSPECTIONS_PER_ACCOUNT: '100',
      ADITUS_SHUTDOWN_SECONDS: '5',
    };
    const [one, other] = [
      new Node(join(this.folder, 'one'), first, shared),
      new Node(join(this.folder, 'other'), second, shared),
    ];
    await one.start(BINARY, '--demo');
    await one.end('SIGTERM');
    this.sql('UPDATE installation SET demonstration = NULL');
    cpSync(join(one.folder, 'secrets'), join(other.folder, 'secrets'), { recursive: true });
    this.nodes = [one, other];
    await Promise.all([one.start(), other.start()]);
    this.helpers.push(
      spawn('/usr/sbin/haproxy', ['-f', '../docs/operating/haproxy.cfg'], {
        env: {
          ADITUS_BALANCER: `127.0.0.1:${this.balancer}`,
          ADITUS_NODE_1: `127.0.0.1:${first}`,
          ADITUS_NODE_2: `127.0.0.1:${second}`,
        },
        stdio: 'ignore',
      }),
    );
    await waitForAnswer(`${this.address}/health/ready`);
  }

  /** Runs a statement directly in the database. Returns its rows with columns separated by tabs. */
  sql(statement: string): string[] {
    const psql = join(script('postgres', 'find'), 'psql');
    const output = execFileSync(psql, [this.database, '-qAt', '-F', '\t', '-c', statement], {
      encoding: 'utf8',
    });
    return output.split('\n').filter(Boolean);
  }

  /** Ends PostgreSQL without a clean shutdown, as a crash does, and starts it again. */
  crashPostgres() {
    script('postgres', 'crash', this.postgres);
  }

  async remove() {
    await Promise.all(this.nodes.map((node) => node.end('SIGKILL')));
    this.helpers.forEach((helper) => helper.kill('SIGTERM'));
    script('postgres', 'stop', this.postgres);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const script = (name: string, ...words: string[]): string =>
  execFileSync(`../scripts/${name}`, words, { encoding: 'utf8' }).trim();

/** Waits until the address responds with a status below 500. */
async function waitForAnswer(address: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer && answer.status < 500) return;
    if (Date.now() > deadline) throw new Error(`no answer from ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
