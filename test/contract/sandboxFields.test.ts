import assert from 'node:assert/strict';
import { type Fields, SandboxCalls } from './sandboxCalls';
import { allTests } from '../support/eachTest';

const dateAndTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const isoWithMicroseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('The sandbox formats fields as the reference specifies', () => {
  const calls = allTests(() => SandboxCalls.start());

  beforeEach(() => calls.reset());

  describe('§1 requests, answers and dates', () => {
    it('refuses a request that lacks one of the two headers', async () => {
      for (const number of [1, 2, 5]) {
        for (const name of ['Accept', 'Content-Type']) {
          for (const value of [undefined, name === 'Accept' ? '*/*' : 'text/plain', 'text/html']) {
            const { status, json } = await calls.performWith(number, { [name]: value });
            assert.equal(status, 422, `${name}: ${value}`);
            assert.match(String((json as Fields)['message']), new RegExp(name));
          }
        }
      }
    });

    it('answers JSON, with the matching content type, on success and on failure', async () => {
      const answers = [
        await calls.perform(1),
        await calls.perform(2, { name: undefined }),
        await calls.perform(9),
      ];
      for (const { headers, json } of answers) {
        assert.match(headers.get('content-type') ?? '', /^application\/json/);
        assert.notEqual(json, undefined);
      }
    });

    it('writes dates of v2 and most of v3 as YYYY-MM-DD HH:MM:SS', async () => {
      for (const number of [2, 3, 4, 6, 7, 11, 18, 19]) {
        assert.match(
          String((await calls.answerOf(number))['created_at']),
          dateAndTime,
          `${number}`,
        );
      }
    });

    it('writes dates of canvases and WAF as ISO 8601 with microseconds and Z', async () => {
      for (const number of [9, 15]) {
        const { created_at, updated_at } = await calls.answerOf(number);
        assert.match(String(created_at), isoWithMicroseconds, `${number}`);
        assert.match(String(updated_at), isoWithMicroseconds, `${number}`);
      }
    });
  });

  describe('§2 and §3 fields and states', () => {
    it('calls the web server type "stack" in the answer, and keeps the other fields', async () => {
      const server = await calls.answerOf(2, { webServerType: 'openlitespeed', name: 'mine' });
      assert.equal(server['stack'], 'openlitespeed');
      assert.equal(server['name'], 'mine');
      assert.equal(server['ipAddress'], '203.0.113.7');
      assert.equal(server['provider'], 'digitalocean');
    });

    it('reports a new server as neither connected nor online, and AVAILABLE', async () => {
      const { connected, online, transferStatus } = await calls.answerOf(2);
      assert.deepEqual(
        { connected, online, transferStatus },
        { connected: false, online: false, transferStatus: 'AVAILABLE' },
      );
    });

    it('accepts values beyond the observed ones, because no list is closed', async () => {
      const { provider, stack } = await calls.answerOf(2, {
        provider: 'any provider',
        webServerType: 'any server',
        installationType: 'any',
        databaseType: 'any',
      });
      assert.deepEqual([provider, stack], ['any provider', 'any server']);
    });

    it('shows a supervisor job with its directory and without its binary', async () => {
      const job = await calls.answerOf(3);
      assert.equal(typeof job['directory'], 'string');
      assert.ok(!('binary' in job));
      assert.equal(job['command'], '/usr/bin/php /srv/app/artisan queue:work');
    });

    it('joins the five fields of a cron job by single spaces', async () => {
      const job = await calls.answerOf(4, {
        minute: '1',
        hour: '*/2',
        dayOfMonth: '3',
        month: '4',
        dayOfWeek: '5',
      });
      assert.equal(job['time'], '1 */2 3 4 5');
      for (const name of ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek']) {
        assert.ok(!(name in job), name);
      }
    });

    it('enables a new cron job with the integer 1', async () => {
      assert.equal((await calls.answerOf(4))['enabled'], 1);
    });

    it('returns a firewall port as a string, though it was sent as an integer', async () => {
      const [rule] = (await calls.perform(8, { port: 8443 })).json as Fields[];
      assert.equal(rule?.['port'], '8443');
    });

    it('shows "Completed" as the status of a cache configuration', async () => {
      assert.equal((await calls.answerOf(14))['status'], 'Completed');
    });

    it('never returns a password', async () => {
      const password = 'unmistakable password';
      for (const number of [18, 19]) {
        const { status, text } = await calls.perform(number, { password });
        assert.equal(status, 200);
        assert.ok(!text.includes(password));
      }
    });
  });
});
