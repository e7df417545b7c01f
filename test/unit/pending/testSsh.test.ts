import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { testSsh } from '../../../src/pending/testSsh';
import { FakeClock } from '../../support/fakeClock';

/** What a test says about a server that treats a connection like this, after some time. */
async function say(
  serve: ((socket: Socket) => unknown) | undefined,
  pass?: (clock: FakeClock, socket: Socket) => Promise<unknown>,
): Promise<string> {
  const server = createServer((socket) => serve?.(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closed = once(server, 'close');
  if (!serve) await once(server.close(), 'close');
  const clock = new FakeClock();
  const socket = connect(port, '127.0.0.1');
  const said = testSsh(socket, port, clock);
  await pass?.(clock, socket);
  const text = await said;
  assert.ok(socket.destroyed);
  assert.equal(clock.pending, 0);
  server.close();
  await closed;
  return text.replace(String(port), '22');
}

describe('A test of SSH', () => {
  for (const { title, serve, text } of [
    {
      title: 'answers as soon as the server identifies itself, in whatever pieces',
      serve: (socket: Socket) => {
        socket.write('Keep out.\r\nSS', () => socket.write('H-2.0-OpenSSH_9.6\r\n'));
      },
      text: 'SSH (port 22) answers this machine.',
    },
    {
      title: 'is answered by something else',
      serve: (socket: Socket) => socket.end('220 mail SSH-2.0\r\n'),
      text: 'Port 22 answers this machine, but not with SSH.',
    },
    {
      title: 'is answered without end',
      serve: (socket: Socket) => socket.write('x'.repeat(20_000)),
      text: 'Port 22 answers this machine, but not with SSH.',
    },
    {
      title: 'is refused after it was accepted',
      serve: (socket: Socket) => socket.end(),
      text: 'SSH (port 22) refused the connection from this machine.',
    },
    {
      title: 'is reset',
      serve: (socket: Socket) => socket.resetAndDestroy(),
      text: 'SSH (port 22) refused the connection from this machine.',
    },
    {
      title: 'is refused',
      serve: undefined,
      text: 'SSH (port 22) refused the connection from this machine.',
    },
  ]) {
    it(title, async () => assert.equal(await say(serve), text));
  }

  it('waits six seconds for a server that accepts and says nothing', async () => {
    const text = await say(
      () => undefined,
      async (clock, socket) => {
        await once(socket, 'connect');
        await clock.advance(5_999);
        assert.ok(!socket.destroyed);
        await clock.advance(1);
      },
    );
    assert.equal(text, "SSH (port 22) doesn't answer this machine.");
  });

  it('waits six seconds for a server that greets it, but not as SSH', async () => {
    const text = await say(
      (socket) => socket.write('220 mail\r\n'),
      async (clock, socket) => {
        await once(socket, 'data');
        await clock.advance(6_000);
      },
    );
    assert.equal(text, 'Port 22 answers this machine, but not with SSH.');
  });
});
