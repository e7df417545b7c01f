import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../src/sandbox/cli.mjs', import.meta.url));

/** The program, with its output so far. */
interface Run {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly output: { stdout: string; stderr: string };
  readonly exit: Promise<number | null>;
}

describe('The command line of the sandbox', () => {
  const running: Run[] = [];

  function run(...args: string[]): Run {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    const exit = once(child, 'close').then(() => child.exitCode);
    const started = { child, output, exit };
    running.push(started);
    return started;
  }

  async function ready({ child, output }: Run): Promise<{ url: string; token: string }> {
    while (!output.stdout.includes('\n')) await once(child.stdout, 'data');
    const { url, token } = Object(JSON.parse(output.stdout));
    return { url: String(url), token: String(token) };
  }

  afterEach(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.splice(0).map(({ exit }) => exit));
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`prints one line of JSON when ready, and exits with 0 on ${signal}`, async function () {
      // A process on Windows can't be asked to end, only ended.
      if (process.platform === 'win32') this.skip();
      const started = run('--token', 'chosen', '--fault', 'latency=60000:/api/v3/servers');
      const { url, token } = await ready(started);
      assert.equal(token, 'chosen');
      const headers = {
        Authorization: 'Bearer chosen',
        'Content-Type': 'application/json',
        Accept: 'application/json',
      };
      assert.equal((await fetch(`${url}/api/v3/ping`, { headers })).status, 200);
      const late = fetch(`${url}/api/v3/servers`, { headers }).catch(() => 'cut');
      started.child.kill(signal);
      assert.equal(await started.exit, 0);
      assert.equal(await late, 'cut');
      assert.deepEqual(started.output, {
        stdout: `${JSON.stringify({ url, token })}\n`,
        stderr: '',
      });
    });
  }

  it('rejects a value of another type in words', async () => {
    const { url, token } = await ready(run());
    const answer = await fetch(`${url}/api/v3/servers/1/settings/ssh`, {
      method: 'PATCH',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json',
      },
      body: JSON.stringify({ useDns: 'yes' }),
    });
    const { errors } = (await answer.json()) as { errors: unknown };
    assert.deepEqual(errors, { useDns: ['Must be of the type boolean, received string'] });
  });

  it("says what's wrong with its arguments and exits with 2", async () => {
    const { exit, output } = run('--port', 'eighty');
    assert.equal(await exit, 2);
    assert.equal(output.stdout, '');
    assert.match(output.stderr, /--port must be an integer .*"eighty"[^]*--help/);
  });

  it('says that a port is in use and exits with 1', async () => {
    const { port } = new URL((await ready(run())).url);
    const { exit, output } = run('--port', port);
    assert.equal(await exit, 1);
    assert.equal(output.stdout, '');
    assert.match(output.stderr, new RegExp(`The port ${port} is in use`));
  });

  it('prints its help', async () => {
    const { exit, output } = run('--help');
    assert.equal(await exit, 0);
    assert.match(output.stdout, /--fault SPEC/);
  });
});
