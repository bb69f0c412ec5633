import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listen, type RunningServer } from './loopback.ts';
import { startNetwork, type Network } from './network.ts';

const opened: RunningServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0).toReversed()) await server.close();
});

/** A network before a server that says everything again. */
async function openNetwork(): Promise<Network> {
  const server = await listen(
    createServer((socket) => socket.on('error', () => socket.destroy()).pipe(socket)),
    'tcp',
  );
  const network = await startNetwork({ host: '127.0.0.1', port: server.port });
  opened.push(server, network);
  return network;
}

async function openClient({ port }: Network) {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  await once(socket, 'connect');
  return { socket, heard: () => heard };
}

describe('the network of tests', () => {
  it('passes on, keeps silent while it is cut, and passes on what was said meanwhile when it is mended', async () => {
    const network = await openNetwork();
    const before = await openClient(network);
    before.socket.write('one');
    await expect.poll(before.heard).toBe('one');

    network.cut();
    before.socket.write('two');
    const during = await openClient(network);
    during.socket.write('new');
    const other = await openNetwork();
    const control = await openClient(other);
    control.socket.write('passed');
    await expect.poll(control.heard).toBe('passed');
    expect([before.heard(), during.heard(), before.socket.readyState]).toEqual(['one', '', 'open']);

    network.mend();
    await expect.poll(before.heard).toBe('onetwo');
    await expect.poll(during.heard).toBe('new');
  });

  it('breaks the connections it has, and takes new ones', async () => {
    const network = await openNetwork();
    const { socket } = await openClient(network);
    const broken = once(socket, 'error');
    network.reset();
    expect(await broken).toMatchObject([{ code: 'ECONNRESET' }]);
    const next = await openClient(network);
    next.socket.write('again');
    await expect.poll(next.heard).toBe('again');
  });
});
