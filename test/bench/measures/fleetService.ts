// A service with servers that have four lists with one item each: fleetService.mjs <servers>.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const perPage = 40;
const [total = 0] = process.argv.slice(2).map(Number);
const created_at = '2024-05-06 07:08:09';

const lists: Readonly<Record<string, (server: number) => object>> = {
  cronjobs: (server) => ({
    label: `Job of ${server}`,
    username: 'root',
    command: `/usr/local/bin/task --server ${server}`,
    time: '1 2 * * *',
    enabled: 1,
  }),
  databases: (server) => ({ name: `shop_${server}`, collation: 'utf8mb4_general_ci' }),
  users: (server) => ({ username: `user${server}` }),
  databaseusers: (server) => ({ username: `shop${server}` }),
};

function toServer(id: number): object {
  return {
    id,
    name: `server-${id}`,
    provider: 'digitalocean',
    stack: 'nginx',
    ipAddress: `192.0.2.${id % 256}`,
    os: 'Ubuntu',
    osVersion: '24.04',
    connected: true,
    online: true,
    created_at,
    tags: ['production'],
  };
}

function toPage(number: number, count: number, toItem: (id: number) => object): object {
  const first = (number - 1) * perPage;
  const data = Array.from({ length: Math.max(0, Math.min(perPage, count - first)) }, (_, at) =>
    toItem(first + at + 1),
  );
  const total_pages = Math.max(1, Math.ceil(count / perPage));
  return { data, meta: { pagination: { total: count, per_page: perPage, total_pages } } };
}

function answer(url: string): object | undefined {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const path = pathname.replace(/^\/api\/v\d/, '');
  const page = Number(searchParams.get('page'));
  if (path === '/servers') return toPage(page, total, toServer);
  const [, id, list = ''] = /^\/servers\/(\d+)\/?(.*)$/.exec(path) ?? [];
  const server = Number(id);
  if (list === 'settings/ssh') return { useDns: false, preventRootLogin: true };
  const toItem = lists[list];
  if (page > 0) {
    return toPage(page, toItem ? 1 : 0, () => ({ id: server, created_at, ...toItem?.(server) }));
  }
  return id && list === '' ? toServer(server) : undefined;
}

const server = createServer((request, response) => {
  const found = answer(request.url ?? '');
  const body = Buffer.from(JSON.stringify(found ?? { message: 'Not found' }));
  response.writeHead(found ? 200 : 404, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  });
  response.end(body);
});

server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.once('disconnect', () => process.exit());
