import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { beginSession, closeToasts } from './aditus';

/** A server of this test's own, which may be killed and started again at the same address with the same data. */
class Server {
  private process?: ChildProcess;
  private readonly folder = mkdtempSync(join(tmpdir(), 'aditus-killed.'));
  private port = 0;

  get address() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Ends once it answers. */
  async start() {
    this.port ||= await freePort();
    const started = spawn(process.env.ADITUS_E2E_BINARY!, ['serve', '--demo'], {
      env: {
        ...process.env,
        ADITUS_DATA_DIR: join(this.folder, 'data'),
        ADITUS_PORT: String(this.port),
      },
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

  /** Ends it as a power failure does: it can finish nothing. */
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

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

test('a server that is killed loses nothing that was typed or acknowledged, and sends nothing by itself', async ({
  browser,
}) => {
  const server = new Server();
  try {
    await server.start();
    const context = await browser.newContext({ baseURL: server.address });
    const page = await context.newPage();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    await beginSession(page, 'Data Requester');
    await page.goto('/profile');
    const department = page.getByLabel('Department');
    await department.fill('Registers of births');
    await page.getByRole('button', { name: 'Save your profile' }).click();
    await expect(page.getByText('Successfully updated your profile')).toBeVisible();
    await closeToasts(page);

    await server.kill();
    await department.fill('Registers of deaths');
    await page.getByRole('button', { name: 'Save your profile' }).click();
    const refused = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' });
    await expect(
      refused.filter({ has: page.getByRole('button', { name: 'Try again' }) }),
    ).toBeVisible();
    await expect(department).toHaveValue('Registers of deaths');
    expect(sent).toHaveLength(2);

    await server.start();
    // The session is kept by the database: nobody has to sign in again.
    await expect(page.getByText(/^The server cannot be reached at present\. What/)).toBeHidden();
    await expect(department).toHaveValue('Registers of deaths');
    expect(sent).toHaveLength(2);
    const other = await context.newPage();
    const session = await page.evaluate(() => sessionStorage.getItem('aditus.session'));
    await other.addInitScript((kept) => sessionStorage.setItem('aditus.session', kept!), session);
    await other.goto('/profile');
    await expect(other.getByLabel('Department')).toHaveValue('Registers of births');

    await refused.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Successfully updated your profile')).toBeVisible();
    expect(sent).toHaveLength(3);
    await other.reload();
    await expect(other.getByLabel('Department')).toHaveValue('Registers of deaths');
    await context.close();
  } finally {
    await server.remove();
  }
});
