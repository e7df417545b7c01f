import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A proxy on this machine, like those between organizations and the internet. */
export interface ConnectProxy {
  readonly url: string;
  /** The requested destinations, as `host:port`. */
  readonly targets: readonly string[];
  close(): Promise<void>;
}

/** Starts a proxy that connects every client to one port of this machine, regardless of the requested host. */
export async function startConnectProxy(port: number): Promise<ConnectProxy> {
  const targets: string[] = [];
  const server = createServer((request, response) => {
    targets.push(request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connect', (request, client) => {
    targets.push(request.url ?? '');
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(client);
      client.pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
