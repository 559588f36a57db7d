import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { freePort } from './server';

const PROGRAM = fileURLToPath(new URL('identity-provider.js', import.meta.url));

/** The claims of a person, by the name with which the person signs in at the provider. */
export type People = Record<string, { given_name: string; family_name: string; email: string }>;

/** `rotate`: another key signs. `pretend`: tokens state another issuer, until `restore`. */
type Act = 'rotate' | 'pretend' | 'restore';

/** An OpenID Connect provider for one test, with which the server at `aditus` signs people in. */
export class IdentityProvider {
  private constructor(
    private readonly process: ChildProcess,
    /** The configuration of the server. */
    readonly settings: Record<string, string>,
  ) {}

  static async start(aditus: string, label: string, people: People): Promise<IdentityProvider> {
    const port = await freePort();
    const client = {
      client_id: 'aditus',
      client_secret: 'the secret of a test, 32 letters',
      redirect_uris: [`${aditus}/sign-in/return`],
      post_logout_redirect_uris: [aditus, `${aditus}/`],
      backchannel_logout_uri: `${aditus}/api/v1/users/providers/campus/logout/`,
      backchannel_logout_session_required: true,
    };
    const started = fork(PROGRAM, [JSON.stringify({ port, client, people })], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await Promise.race([
      once(started, 'message'),
      once(started, 'exit').then(([code]) => {
        throw new Error(`the provider ended with ${code}`);
      }),
    ]);
    return new IdentityProvider(started, {
      ADITUS_PUBLIC_URL: aditus,
      ADITUS_SIGN_IN_PROVIDERS: 'campus',
      ADITUS_SIGN_IN_PROVIDER_CAMPUS_LABEL: label,
      ADITUS_SIGN_IN_PROVIDER_CAMPUS_ISSUER: `http://127.0.0.1:${port}`,
      ADITUS_SIGN_IN_PROVIDER_CAMPUS_CLIENT_ID: client.client_id,
      ADITUS_SIGN_IN_PROVIDER_CAMPUS_CLIENT_SECRET: client.client_secret,
    });
  }

  async act(act: Act): Promise<void> {
    const done = once(this.process, 'message');
    this.process.send(act);
    await done;
  }

  stop(): void {
    this.process.kill();
  }
}

/** Signs in on the page of the provider, and agrees to the first sign-in. */
export async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
