// A real SMTP server for tests. It stores every accepted mail as a file, and prints its port when it
// is ready.
//
//   node server.mjs FOLDER [--user NAME --password PASSWORD] [--tls | --smtps] [--certificate FILE --key FILE]
//
// Each mail becomes FOLDER/000001.eml, FOLDER/000002.eml, …, with the addresses of its envelope
// in 000001.json. The local part of a recipient can demand an answer: refused-550 gets a 550,
// deferred-451 a 451, and likewise for any code from 400 to 599. full-552 gets its answer after the
// data.

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
  // Offers STARTTLS with --tls, and TLS from the first byte with --smtps. Without --certificate it
  // uses the self-signed certificate of smtp-server, which a client that verifies certificates must
  // refuse.
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
  // Ignores clients that drop their connection.
  if (error.syscall === 'listen') throw error;
});
server.listen(0, '127.0.0.1', () => console.log(server.server.address().port));
// Ends when the parent process closes the standard input.
process.stdin.resume().on('end', () => process.exit(0));
