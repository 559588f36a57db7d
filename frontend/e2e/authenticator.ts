import type { CDPSession, Page } from '@playwright/test';

/** A virtual authenticator of Chromium, which agrees to everything that its browser asks. */
export class Authenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  /** Plugs an authenticator of the device into this tab. It has a screen lock and no passkeys. */
  static async plugInto(page: Page): Promise<Authenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        // The tests say when the person agrees. Otherwise the field of the sign-in dialog, which
        // lists passkeys, would sign in by itself.
        automaticPresenceSimulation: false,
      },
    });
    return new Authenticator(session, authenticatorId);
  }

  /** Agrees to each request that the browser makes during `action`, as a touch of the sensor does. */
  async agreeDuring(action: () => Promise<void>): Promise<void> {
    await this.agree(true);
    try {
      await action();
    } finally {
      await this.agree(false);
    }
  }

  /** Returns the passkeys that the authenticator holds. */
  async passkeys() {
    const { authenticatorId } = this;
    return (await this.session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  }

  /** Copies the passkeys of another authenticator, as a person who has stolen one would. */
  async copyFrom(other: Authenticator): Promise<void> {
    const { authenticatorId } = this;
    for (const credential of await other.passkeys()) {
      await this.session.send('WebAuthn.addCredential', { authenticatorId, credential });
    }
  }

  private async agree(enabled: boolean): Promise<void> {
    const { authenticatorId } = this;
    await this.session.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId,
      enabled,
    });
  }
}
