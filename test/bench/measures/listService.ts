// A service that answers lists of servers from memory: listService.mjs <servers> <delay in milliseconds>.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const perPage = 40;
const [total = 0, delay = 0] = process.argv.slice(2).map(Number);
const totalPages = Math.ceil(total / perPage);

const pages = Array.from({ length: totalPages }, (_, index) => {
  const first = index * perPage;
  const data = Array.from({ length: Math.min(perPage, total - first) }, (_, at) =>
    toServer(first + at + 1),
  );
  const pagination = {
    total,
    count: data.length,
    per_page: perPage,
    current_page: index + 1,
    total_pages: totalPages,
    links: {},
  };
  return Buffer.from(JSON.stringify({ data, meta: { pagination } }));
});

function toServer(id: number): object {
  return {
    id,
    name: `server-${id}`,
    provider: 'digitalocean',
    stack: 'nginx',
    ipAddress: `192.0.2.${id % 256}`,
    country_iso_code: 'de',
    os: 'Ubuntu',
    osVersion: '24.04',
    connected: true,
    online: true,
    agentVersion: '2.9.1',
    phpCLIVersion: 'php83',
    softwareUpdate: false,
    securityUpdate: true,
    transferStatus: 'AVAILABLE',
    created_at: '2024-05-06 07:08:09',
    tags: ['production'],
  };
}

const server = createServer((request, response) => {
  const number = Number(/[?&]page=(\d+)/.exec(request.url ?? '')?.[1]);
  const page = pages[number - 1] ?? Buffer.from('{}');
  const answer = (): void => {
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': page.length,
      'X-RateLimit-Limit': 1_000_000,
      'X-RateLimit-Remaining': 999_999,
    });
    response.end(page);
  };
  if (delay === 0) answer();
  else setTimeout(answer, delay);
});

server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.once('disconnect', () => process.exit());
