// A service with cron jobs in memory: jobService.mjs <delay in milliseconds>.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const [delay = 0] = process.argv.slice(2).map(Number);
const jobs = new Map<string, Record<string, unknown>>();

function jobAt(path: string): Record<string, unknown> {
  const id = Number(path.split('/').at(-1));
  const job = jobs.get(path) ?? {
    id,
    label: `Job ${id}`,
    username: 'root',
    command: 'true',
    time: '1 2 * * *',
    enabled: 1,
    created_at: '2024-05-06 07:08:09',
  };
  jobs.set(path, job);
  return job;
}

async function answer(request: IncomingMessage): Promise<object> {
  const job = jobAt(request.url ?? '');
  if (request.method === 'GET') return job;
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { minute, hour, dayOfMonth, month, dayOfWeek, ...fields } = JSON.parse(text) as Record<
    string,
    unknown
  >;
  const time = [minute, hour, dayOfMonth, month, dayOfWeek].map(String).join(' ');
  Object.assign(job, fields, { time });
  return { message: 'Cron job updated.' };
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.from(JSON.stringify(await answer(request)));
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'X-RateLimit-Limit': 1_000_000,
    'X-RateLimit-Remaining': 999_999,
  });
  response.end(body);
}

const server = createServer((request, response) => {
  setTimeout(() => void respond(request, response), delay);
});

server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.once('disconnect', () => process.exit());
