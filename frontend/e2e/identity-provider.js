/**
 * An OpenID Connect provider for the tests, in a process of its own: `oidc-provider`, which is
 * certified and shares no code with the server. It signs in everybody with any password. Its
 * messages to and from the test are those of `identityProvider.ts`.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const { port, client, people } = JSON.parse(process.argv[2]);

let keys = 0;
function makeKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  keys += 1;
  return { ...privateKey.export({ format: 'jwk' }), kid: `key-${keys}`, use: 'sig', alg: 'RS256' };
}

/** What the provider stores, kept while it changes its key or its issuer. */
const stored = new Map();

/** The storage of one kind of records, in the form that the package prescribes. */
class Storage {
  constructor(kind) {
    this.kind = kind;
  }

  async upsert(id, record) {
    stored.set(`${this.kind} ${id}`, record);
  }

  async find(id) {
    return stored.get(`${this.kind} ${id}`);
  }

  async findByUid(uid) {
    return this.records().find((record) => record.uid === uid);
  }

  async consume(id) {
    (await this.find(id)).consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id) {
    stored.delete(`${this.kind} ${id}`);
  }

  async revokeByGrantId(grantId) {
    for (const [key, record] of stored) if (record.grantId === grantId) stored.delete(key);
  }

  records() {
    return [...stored]
      .filter(([key]) => key.startsWith(`${this.kind} `))
      .map(([, record]) => record);
  }
}

function createProvider(issuer, key) {
  const provider = new Provider(issuer, {
    adapter: Storage,
    // The package refuses calls to this machine otherwise, such as that of a logout.
    fetch: (address, options) => globalThis.fetch(address, { ...options, dispatcher: undefined }),
    clients: [{ ...client, grant_types: ['authorization_code'], response_types: ['code'] }],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of the tests'] },
    claims: { email: ['email'], profile: ['given_name', 'family_name'] },
    // The claims are in the ID token, too.
    conformIdTokenClaims: false,
    findAccount: (_, sub) =>
      people[sub] && { accountId: sub, claims: () => ({ sub, ...people[sub] }) },
    features: {
      devInteractions: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
  });
  provider.on('server_error', (_, error) => console.error(error));
  provider.on('backchannel.error', (_, error) => console.error(error));
  return provider.callback();
}

const issuer = `http://127.0.0.1:${port}`;
let key = makeKey();
let respond = createProvider(issuer, key);

const acts = {
  /** Signs with a new key from now on. */
  rotate: () => {
    key = makeKey();
    respond = createProvider(issuer, key);
  },
  /** States another issuer in its tokens from now on. */
  pretend: () => {
    respond = createProvider(`http://localhost:${port}`, key);
  },
  restore: () => {
    respond = createProvider(issuer, key);
  },
};

// Ends with its test.
process.on('disconnect', () => process.exit());
process.on('message', (act) => {
  acts[act]();
  process.send(`done: ${act}`);
});
createServer((request, response) => respond(request, response)).listen(port, '127.0.0.1', () =>
  process.send('ready'),
);
