// A real SMTP server for tests. It keeps every mail that it takes as a file and prints its port when it is ready.
//
//   node server.mjs FOLDER [--user NAME --password PASSWORD] [--tls | --smtps] [--certificate FILE --key FILE]
//
// Each mail becomes FOLDER/000001.eml, FOLDER/000002.eml, …; the addresses of its envelope stand beside it in
// 000001.json. Recipients are refused by the name before the @: refused-550 gets a 550, deferred-451 a 451,
// and the like for every code of three digits that begins with 4 or 5; full-552 is refused after the data.

import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    user: { type: 'string' },
    password: { type: 'string' },
    tls: { type: 'boolean', default: false },
    smtps: { type: 'boolean', default: false },
    certificate: { type: 'string' },
    key: { type: 'string' },
  },
});
const [folder] = positionals;
if (!folder) {
  console.error('usage: node server.mjs FOLDER [--user NAME --password PASSWORD] [--tls | --smtps] [--certificate FILE --key FILE]');
  process.exit(2);
}

let count = 0;

const refusal = (code, text) => Object.assign(new Error(text), { responseCode: code });

const codeOf = (address, prefix) => {
  const found = new RegExp(`^(?:${prefix})-([45][0-9]{2})@`).exec(address);
  return found ? Number(found[1]) : null;
};

const server = new SMTPServer({
  authOptional: values.user === undefined,
  allowInsecureAuth: true,
  // With --tls the server offers STARTTLS, with --smtps it speaks TLS from the first byte. Unless another certificate is given it
  // uses the self-signed one of smtp-server, which a client that checks certificates must refuse.
  secure: values.smtps,
  ...(values.certificate && { cert: await readFile(values.certificate), key: await readFile(values.key) }),
  disabledCommands: values.tls ? [] : ['STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onAuth: ({ username, password }, _session, answer) =>
    username === values.user && password === values.password
      ? answer(null, { user: username })
      : answer(refusal(535, 'Wrong user name or password')),
  onRcptTo: ({ address }, _session, answer) => {
    const code = codeOf(address, 'refused|deferred');
    answer(code ? refusal(code, 'Not this address') : null);
  },
  onData: async (stream, session, answer) => {
    try {
      const chunks = [];
      for await (const chunk of stream) chunks.push(chunk);
      const code = session.envelope.rcptTo.map(({ address }) => codeOf(address, 'full')).find(Boolean);
      if (code) throw refusal(code, 'Not this mail');
      const name = join(folder, String(++count).padStart(6, '0'));
      const envelope = { from: session.envelope.mailFrom.address, to: session.envelope.rcptTo.map((to) => to.address) };
      await writeFile(`${name}.json`, JSON.stringify(envelope));
      await writeFile(`${name}.part`, Buffer.concat(chunks));
      await rename(`${name}.part`, `${name}.eml`);
      answer(null, 'Taken');
    } catch (error) {
      answer(error);
    }
  },
});

server.on('error', (error) => {
  // A client that drops its connection is no fault of the server.
  if (error.syscall === 'listen') throw error;
});
server.listen(0, '127.0.0.1', () => console.log(server.server.address().port));
// Whoever started the server holds its standard input; when that is closed, nobody needs it any more.
process.stdin.resume().on('end', () => process.exit(0));
