import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A server for one test with its own data folder, which can be killed and started again at the same
 * address. Its data is in that folder, or in an empty database of the tests' PostgreSQL server.
 */
export class Server {
  private process?: ChildProcess;
  protected readonly folder = mkdtempSync(join(tmpdir(), 'aditus-own-'));
  private readonly database?: { ADITUS_DATABASE_URL: string };
  private port = 0;
  protected binary = process.env.ADITUS_E2E_BINARY!;
  /** Further environment variables of the server, such as configuration keys. */
  readonly settings: Record<string, string> = {};

  constructor(onPostgres = false) {
    if (!onPostgres) return;
    const url = execFileSync(
      '../scripts/postgres',
      ['create', process.env.ADITUS_E2E_POSTGRES!, basename(this.folder)],
      { encoding: 'utf8' },
    );
    this.database = { ADITUS_DATABASE_URL: url.trim() };
  }

  get address() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The folder of its mails. Those of the demo's past are only in its mailbox. */
  get mailFolder() {
    return join(this.folder, 'data', 'mail');
  }

  private get environment() {
    return {
      ...process.env,
      ...this.database,
      ADITUS_DATA_DIR: join(this.folder, 'data'),
      ADITUS_PORT: String(this.port),
      ...this.settings,
    };
  }

  /** Chooses the port before the start. Returns the address, for settings that contain it. */
  async chooseAddress(): Promise<string> {
    this.port ||= await freePort();
    return this.address;
  }

  /** Runs a command on its data to the end, and returns the output. */
  run(command: readonly string[], environment: Record<string, string> = {}): string {
    return execFileSync(this.binary, command, {
      env: { ...this.environment, ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
  }

  /** Resolves once the server is ready. */
  async start(...options: readonly string[]) {
    await this.chooseAddress();
    const started = spawn(this.binary, ['serve', ...options], {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.process = started;
    await new Promise<void>((resolve, reject) => {
      createInterface(started.stdout).on('line', (line) => {
        if (line.startsWith('Aditus is ready at ')) resolve();
      });
      started.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
  }

  /** Kills the server (SIGKILL), so that it cannot finish anything. */
  async kill() {
    const running = this.process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }

  async remove() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
