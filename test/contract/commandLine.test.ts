import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { packCommandLine } from '../../scripts/package/packCommandLine';
import { CommandLine, type Ended } from '../support/commandLine';
import { closedAddress, forward, sendJson, startRecordingServer } from '../support/httpServer';
import { RawService } from '../support/rawService';
import { startSelfSignedServer } from '../support/selfSignedServer';
import { startService } from '../support/startService';
import type { Sandbox } from '../../src/sandbox/sandbox';

const token = 'a_token|that.is-never-printed';
const job = 'shop/servers/shop-frankfurt/cron-jobs/Nightly backup.cron-job.json';

/** Fails if an end isn't the given one; the token is in none, however a page would show it. */
function assertEnd(ended: Ended, code: number, ...texts: readonly RegExp[]): void {
  const all = `${ended.stdout}${ended.stderr}`;
  assert.equal(ended.code, code, all);
  for (const text of texts) assert.match(all, text);
  const shown = all.replaceAll(/&#(\d+);/g, (_, digits) => String.fromCharCode(Number(digits)));
  assert.ok(!shown.includes(token), all);
}

describe('The command line', () => {
  let line: CommandLine;
  let service: Sandbox;
  let url: string;
  let raw: RawService;

  before(async () => {
    line = new CommandLine();
    service = await startService({ token, servers: 1, rateLimit: { limit: 1_000_000 } });
    ({ url } = service);
    raw = new RawService(service);
    assertEnd(await run('export', 'shop'), 0, /resources exported\.\n/);
  });

  after(async () => {
    line.remove();
    await service.close();
  });

  function run(...args: readonly string[]): Promise<Ended> {
    return line.run([...args, '--url', url], { SERVER_MANAGEMENT_TOKEN: token });
  }

  /** Plans the folder as if it had been exported from another address. */
  async function planFrom(address: string, ...node: readonly string[]): Promise<Ended> {
    const file = line.at('shop', 'server-management.lock.json');
    const lock = readFileSync(file, 'utf8');
    writeFileSync(file, lock.replace(url, address));
    const args = ['plan', 'shop', '--url', address];
    const ended = await line.run(args, { SERVER_MANAGEMENT_TOKEN: token }, node);
    writeFileSync(file, lock);
    return ended;
  }

  async function withFault(spec: string, work: () => Promise<void>): Promise<void> {
    await raw.send('POST', '/__sandbox/faults', { body: { spec } });
    await work();
    await raw.send('DELETE', '/__sandbox/faults');
  }

  it('requires nothing but what Node has', () => {
    const required = [...readFileSync('dist/cli.js', 'utf8').matchAll(/\brequire\("([^"]+)"\)/g)];
    assert.ok(required.length > 3);
    const names = required.map(([, name = '']) => name.replace(/^node:/, ''));
    assert.deepEqual(
      names.filter((name) => !process.getBuiltinModule(name)),
      [],
    );
  });

  it('says that it never applies, and which version it is', async () => {
    assertEnd(await line.run(['--help']), 0, /It never changes anything at the service\./);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    assert.equal((await line.run(['--version'])).stdout, `${version}\n`);
  });

  it('speaks German', async () => {
    const german = await line.run(['plan'], { LANG: 'de_DE.UTF-8' });
    assertEnd(german, 1, /Der Ordner fehlt\./);
  });

  it('plans nothing, then an edit, and sends nothing but reads', async () => {
    await raw.send('DELETE', '/__sandbox/requests');
    const { stdout, stderr } = await run('plan', 'shop', '--json');
    assert.deepEqual((JSON.parse(stdout) as { summary: unknown }).summary, ['Nothing to apply.']);
    assert.match(stderr, /\b\d+ of \d+\n/);
    line.edit(job, '"hour": "2"', '"hour": "3"');
    assertEnd(await run('plan', 'shop'), 2, /\n {6}- "hour": "2"\n {6}\+ "hour": "3"\n/);
    const { json } = await raw.send('GET', '/__sandbox/requests');
    const { requests } = json as { requests: readonly { method: string }[] };
    assert.deepEqual(new Set(requests.map(({ method }) => method)), new Set(['GET']));
    // What is edited in the folder is none of its business.
    assertEnd(await run('drift', 'shop'), 0, /: Nothing changed at the service\.\n/);
    line.edit(job, '"hour": "3"', '"hour": "2"');
  });

  it('shows what others changed, and updates the folder', async () => {
    const secret = 'correct-horse-battery';
    const times = { minute: '30', hour: '2', dayOfMonth: '*', month: '*', dayOfWeek: '*' };
    const others = { label: `By others \u009b31m ${token}`, username: 'webmaster' };
    const body = { ...others, ...times, command: `curl https://deploy:${secret}@example.com/` };
    const { status, text } = await raw.send('PATCH', '/api/v3/servers/1/cronjobs/101', { body });
    assert.equal(status, 200, text);
    const drifted = await run('drift', 'shop');
    assertEnd(drifted, 2, /Changed by others: 1\./, /- "label": "/, /\+ "label": "By others/);
    assert.ok(!drifted.stdout.includes('\u009b'));
    for (const args of [
      ['drift', 'shop', '--json'],
      ['drift', 'shop', '--markdown'],
      ['plan', 'shop', '--markdown'],
      ['check', 'shop', '--sarif'],
    ]) {
      const ended = await run(...args);
      assertEnd(ended, 2);
      assert.ok(!ended.stdout.includes(secret));
    }
    assertEnd(await run('update', 'shop'), 0, /Files changed: 1, added: 0, deleted: 0\./);
    assertEnd(await run('drift', 'shop'), 0, /: Nothing changed at the service\.\n/);
    const file = readFileSync(line.at(job), 'utf8');
    assert.match(file, /"command": "curl https:\/\/deploy:••••/);
    assert.ok(!file.includes(secret));
  });

  it('says that the token has expired', async () => {
    const env = { SERVER_MANAGEMENT_TOKEN: 'an-old-token' };
    const ended = await line.run(['plan', 'shop', '--url', url], env);
    assertEnd(ended, 1, /rejected the credentials \(401\)/);
    assert.ok(!ended.stderr.includes('an-old-token'));
  });

  it('checks with a token from a file', async () => {
    const file = line.at('token');
    writeFileSync(file, `${token}\n`);
    const args = ['check', '--url', url, '--fail-on', 'critical'];
    const checked = await line.run(args, { SERVER_MANAGEMENT_TOKEN_FILE: file });
    assertEnd(checked, 2, /Critical: shop-frankfurt › .+ \(Supervisor Job\) – /);
    await raw.send('DELETE', '/__sandbox/requests');
    assertEnd(await run('check', '--filter', 'name:none-like-this'), 0, /: No findings\./);
    // What isn't in the servers' rows isn't read for it.
    const unknown = await run('check', '--filter', 'web php:8.1');
    assertEnd(unknown, 1, /--filter doesn't know "php:8\.1"\./);
    const { text } = await raw.send('GET', '/__sandbox/requests');
    assert.doesNotMatch(text, /servers\/\d/);
  });

  for (const [spec, text] of [
    ['html', /received a web page instead of JSON/],
    ['redirect', /redirects to .+, where credentials aren't sent/],
    ['truncated', /connection to the service was lost/],
    ['reset', /connection to the service was lost/],
  ] as const) {
    it(`is never sure of a plan if a part can't be read: ${spec}`, async () => {
      await withFault(`${spec}:GET:/api/*/servers/1/cronjobs*`, async () => {
        assertEnd(await run('plan', 'shop'), 1, text);
      });
    });
  }

  for (const [code, find] of [
    ['ECONNREFUSED', closedAddress],
    // How a machine without a network says it.
    ['ENOTFOUND|EAI_AGAIN', () => Promise.resolve('https://nowhere.invalid')],
  ] as const) {
    it(`is never sure of a plan if the service can't be reached: ${code}`, async () => {
      const ended = await planFrom(await find());
      assertEnd(ended, 1, /Couldn't reach the service/, new RegExp(code));
    });
  }

  it('is never sure of a plan if an answer never comes', async () => {
    const hurried = line.at('hurried.cjs');
    writeFileSync(
      hurried,
      `const { setTimeout } = globalThis;
       globalThis.setTimeout = (work, delay, ...rest) => setTimeout(work, delay === 30_000 ? 3_000 : delay, ...rest);`,
    );
    const gateway = await startRecordingServer(async (request, response) => {
      if (request.target.includes('/cronjobs')) return;
      const answer = await forward(url, request);
      sendJson(response, await answer.json(), answer.status);
    });
    const ended = await planFrom(gateway.url, '--require', hurried);
    assertEnd(ended, 1, /service didn't answer in time/);
    await gateway.close();
  });

  it('sends a token neither in the clear nor to a certificate that is not trusted', async () => {
    const env = { SERVER_MANAGEMENT_TOKEN: token, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const clear = await line.run(['plan', 'shop', '--url', 'http://api.example.com'], env);
    assertEnd(clear, 1, /Use https: over http, others could read the token\./);
    const server = await startSelfSignedServer();
    const ended = await line.run(['check', '--url', server.url], env);
    await server.close();
    assertEnd(ended, 1, /certificate isn't trusted/);
    assert.equal(server.requests, 0);
  });

  it('takes no folder of another service, none that was not exported, and none with a link', async () => {
    assertEnd(
      await run('plan', 'nowhere'),
      1,
      /The folder has no "server-management\.lock\.json"\./,
    );
    assert.ok(!existsSync(line.at('nowhere')));
    const other = await closedAddress();
    const env = { SERVER_MANAGEMENT_TOKEN: token };
    const ended = await line.run(['plan', 'shop', '--url', other], env);
    assertEnd(ended, 1, /The folder is from "127\.0\.0\.1:\d+"/);
    const link = line.at('shop', 'servers', 'linked.server.json');
    symlinkSync(line.at('token'), link);
    assertEnd(await run('plan', 'shop'), 1, /Ignored: links and special files are not read\./);
    rmSync(link);
  });

  it('uses the path segments of the account', async () => {
    const gateway = await startRecordingServer(async (request, response) => {
      if (/\/platform(cache|hub)/.test(request.target)) return sendJson(response, {}, 404);
      const target = request.target.replace(/(?<=\/)their(?=cache|hub)/, 'platform');
      const answer = await forward(url, { ...request, target });
      return sendJson(response, await answer.json(), answer.status);
    });
    const args = ['export', 'vendor', '--url', gateway.url, '--paths'];
    const env = { SERVER_MANAGEMENT_TOKEN: token };
    assertEnd(await line.run([...args, 'theircache'], env), 1, /--paths must be two path segments/);
    assertEnd(await line.run([...args, 'theircache,theirhub'], env), 0);
    const { stdout } = await line.shell("find shop vendor -name '*cache*.json' | sort");
    const [theirs = [], ours] = ['vendor', 'shop'].map((folder) =>
      stdout.split('\n').flatMap((file) => file.split(`${folder}/servers/`)[1] ?? []),
    );
    assert.ok(theirs.length > 0);
    assert.deepEqual(theirs, ours);
    await gateway.close();
  });

  it('goes on where it was stopped, and keeps no secrets', async () => {
    let child: ChildProcess | undefined;
    const seen: string[] = [];
    let isHeld = true;
    const gateway = await startRecordingServer(async (request, response) => {
      seen.push(request.target);
      if (isHeld && request.target.includes('/cronjobs')) {
        child?.kill('SIGINT');
        return;
      }
      const answer = await forward(url, request);
      sendJson(response, await answer.json(), answer.status);
    });
    const args = ['export', 'stopped', '--state', 'state', '--url', gateway.url];
    const started = line.start(args, { SERVER_MANAGEMENT_TOKEN: token });
    ({ child } = started);
    assertEnd(await started.ended, 1, /Canceled\./, /Run it again to continue\./);
    const state = readFileSync(line.at('state'), 'utf8');
    assert.ok(!state.includes(token));
    const kept = [...state.matchAll(/"path":"([^"]+)"/g)].map(([, path = '']) => path);
    seen.length = 0;
    isHeld = false;
    assertEnd(await line.run(args, { SERVER_MANAGEMENT_TOKEN: token }), 0);
    assert.ok(kept.length > 2);
    assert.deepEqual(
      seen.filter((target) => kept.includes(target)),
      [],
    );
    assert.ok(!existsSync(line.at('state')));
    await gateway.close();
  });

  it('says that a disk is full', async () => {
    const full = line.at('full.cjs');
    writeFileSync(
      full,
      `const fs = require('node:fs');
       const fail = () => { throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }); };
       fs.appendFileSync = fail;
       fs.promises.writeFile = async () => fail();`,
    );
    const env = { SERVER_MANAGEMENT_TOKEN: token };
    for (const args of [
      ['export', 'other'],
      ['plan', 'shop', '--state', 'full'],
    ]) {
      const ended = await line.run([...args, '--url', url], env, ['--require', full]);
      assertEnd(ended, 1, /ENOSPC: no space left on device/);
    }
  });

  it("ends if a file can't be read, whatever the service still owes", async () => {
    const unreadable = line.at('unreadable.cjs');
    writeFileSync(
      unreadable,
      `const { promises } = require('node:fs');
       const { lstat } = promises;
       promises.lstat = async (file) => {
         if (file.endsWith('.cron-job.json')) throw new Error('EACCES: permission denied');
         return lstat(file);
       };`,
    );
    const silent = await startRecordingServer(() => undefined);
    assertEnd(await planFrom(silent.url, '--require', unreadable), 1, /EACCES/);
    await silent.close();
  });

  it('is packed for npx, with its licenses', async function () {
    if (process.platform === 'win32') this.skip();
    const staged = line.at('staged');
    mkdirSync(path.join(staged, 'dist'), { recursive: true });
    copyFileSync('dist/cli.js', path.join(staged, 'dist/cli.js'));
    copyFileSync('LICENSE', path.join(staged, 'LICENSE'));
    writeFileSync(path.join(staged, 'THIRD_PARTY_NOTICES.txt'), 'Notices');
    const product = { version: '1.2.3', license: 'MIT' };
    const files = await packCommandLine(staged, product, line.at());
    assert.deepEqual(files, [
      line.at('server-management.js'),
      line.at('server-management-1.2.3.tgz'),
    ]);
    const release = await startRecordingServer((_, response) =>
      response.end(readFileSync(line.at('server-management-1.2.3.tgz'))),
    );
    const address = `${release.url}/server-management-1.2.3.tgz`;
    for (const command of ['node server-management.js', `npx --yes ${address}`]) {
      assertEnd(await line.shell(`${command} --help`), 0, /^Usage: server-management /);
    }
    await release.close();
    const { stdout } = await line.shell('tar -tzf server-management-1.2.3.tgz');
    assert.match(stdout, /LICENSE\n[^]*THIRD_PARTY_NOTICES\.txt\n/);
  });

  it('keeps its sandbox beside the folder, also on another day', async () => {
    assertEnd(await line.run(['export', 'tried', '--sandbox']), 0, /Sandbox: \d+ resources/);
    assert.ok(existsSync(line.at('tried.sandbox.json')));
    const later = line.at('later.cjs');
    writeFileSync(
      later,
      `const { now } = Date;
       const days = 3 * 86_400_000;
       globalThis.Date = class extends Date {
         constructor(...of) { super(...(of.length === 0 ? [now() + days] : of)); }
         static now() { return now() + days; }
       };`,
    );
    const plan = ['plan', 'tried', '--sandbox'];
    assertEnd(await line.run(plan, {}, ['--require', later]), 0, /: Nothing to apply\.\n/);
  });

  it('runs the recipes of its page', async function () {
    if (process.platform === 'win32') this.skip();
    const page = readFileSync('docs/command-line.md', 'utf8');
    const recipes = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, code = '']) => code);
    assert.equal(recipes.length, 4);
    const program = `server-management() { "${process.execPath}" "${line.program}" "$@"; }`;
    const script = ['set -e', program, 'mkdir recipes', 'cd recipes', ...recipes].join('\n');
    const { code, stdout, stderr } = await line.shell(script);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /To apply: 1 change\./);
    assert.match(stdout, /\n1\n$/);
    for (const [file, text] of [
      ['drift.md', /^### <code>Sandbox<\/code>: drift\n/],
      ['findings.sarif', /"uri": "servers\/transfer-paris\/ssh\.json"/],
    ] as const) {
      assert.match(readFileSync(line.at('recipes', file), 'utf8'), text);
    }
  });
});
