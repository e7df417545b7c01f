import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isObject, parseJson } from '../../src/base/json';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { CommandLine } from '../support/commandLine';
import { type RecordingServer, sendJson, startRecordingServer } from '../support/httpServer';
import { startService } from '../support/startService';

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string };
}

interface Step {
  readonly id: string | undefined;
  readonly condition: string | undefined;
  readonly env: readonly (readonly [string, string])[];
  readonly run: string;
}

const action = readFileSync('action.yml', 'utf8');

/** The steps of action.yml. They're found by their indentation, and each must run in bash. */
const steps = action
  .slice(action.indexOf('  steps:\n'))
  .split(/\n {4}- /)
  .slice(1)
  .map((text): Step => {
    const field = (name: string): string | undefined =>
      new RegExp(`^(?: {6})?${name}: (.+)$`, 'm').exec(text)?.[1];
    assert.equal(field('shell'), 'bash');
    const env = [...text.matchAll(/^ {8}(\w+): (.+)$/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    return { id: field('id'), condition: field('if'), env, run: field('run') ?? '' };
  });

/** The defaults of inputs, and those that are required. */
const inputs = [...action.matchAll(/^ {2}(\w+):\n {4}description: .+\n {4}(\w+): (.+)$/gm)].map(
  ([, name = '', member = '', value = '']) => ({ name, member, value: value.replaceAll("'", '') }),
);

describe('The action', () => {
  const token = 'a-token-of-the-account';
  let line: CommandLine;
  let service: Sandbox;
  let api: RecordingServer;
  let folder: string;
  const comments: Comment[] = [];

  before(async () => {
    line = new CommandLine();
    folder = mkdtempSync(path.join(tmpdir(), 'action-'));
    service = await startService({ token, servers: 1, rateLimit: { limit: 1_000_000 } });
    api = await startRecordingServer(({ method, target, body }, response) => {
      const { body: text } = (parseJson(body) ?? {}) as { body: string };
      const [, id] = /comments\/(\d+)$/.exec(target) ?? [];
      const own = comments.find((each) => each.id === Number(id));
      if (method === 'POST') {
        comments.push({ id: comments.length + 1, body: text, user: { login: bot } });
      } else if (own) own.body = text;
      const page = Number(/[?&]page=(\d+)/.exec(target)?.[1] ?? 1);
      sendJson(response, method === 'GET' ? comments.slice(100 * (page - 1), 100 * page) : {});
    });
    const env = { SERVER_MANAGEMENT_TOKEN: token };
    assert.equal((await line.run(['export', 'shop', '--url', service.url], env)).code, 0);
  });

  after(async () => {
    line.remove();
    rmSync(folder, { recursive: true });
    await Promise.all([service.close(), api.close()]);
  });

  /** Runs its steps as a runner would; returns the exit code of each that ran. */
  async function perform(given: Readonly<Record<string, string>>, event: string) {
    const [output, eventFile] = [path.join(folder, 'output'), path.join(folder, 'event.json')];
    writeFileSync(output, '');
    writeFileSync(eventFile, JSON.stringify({ pull_request: { number: 7 } }));
    const values = new Map<string, string>([
      ...inputs.flatMap(({ name, member, value }) =>
        member === 'default' ? [[`inputs.${name}`, value] as const] : [],
      ),
      ...Object.entries(given).map(([name, value]) => [`inputs.${name}`, value] as const),
      ['github.token', 'a-token-of-the-job'],
      ['github.event_name', event],
    ]);
    const resolve = (text: string): string =>
      text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => values.get(name) ?? '');
    const meets = (condition: string): boolean =>
      condition.split(' && ').every((part) => {
        const [, name = '', value] = /^([\w.-]+) == '(.*)'$/.exec(part) ?? [];
        return (values.get(name) ?? '') === value;
      });
    const codes: (number | null)[] = [];
    let log = '';
    for (const { id, condition, env, run } of steps) {
      if (condition && !meets(/\{\{ (.+) \}\}/.exec(condition)?.[1] ?? '')) continue;
      if (codes.some((code) => code !== 0)) break;
      const child = spawn('bash', ['-c', run], {
        cwd: line.at(),
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          RUNNER_TEMP: folder,
          GITHUB_ACTION_PATH: process.cwd(),
          GITHUB_API_URL: api.url,
          GITHUB_EVENT_NAME: event,
          GITHUB_EVENT_PATH: eventFile,
          GITHUB_OUTPUT: output,
          GITHUB_REPOSITORY: 'owner/name',
          ...Object.fromEntries(env.map(([name, value]) => [name, resolve(value)])),
        },
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (log += text));
      }
      await once(child, 'close');
      codes.push(child.exitCode);
      for (const row of readFileSync(output, 'utf8').split('\n')) {
        const [name = '', value = ''] = row.split('=');
        values.set(`steps.${id}.outputs.${name}`, value);
      }
    }
    assert.ok(!log.includes('a-token-of'), log);
    return { codes, log, exitCode: values.get('steps.run.outputs.exit-code') };
  }

  function given() {
    return { folder: 'shop', url: service.url, token };
  }

  it('is read completely by these tests', () => {
    assert.equal(steps.length, 3);
    assert.deepEqual(
      inputs.map(({ name, member }) => `${name} ${member}`),
      [
        'command default',
        'folder required',
        'url required',
        'token required',
        'paths default',
        'comment default',
      ],
    );
    // No expression is part of a script, where its value could be code.
    for (const { run } of steps) assert.doesNotMatch(run, /\$\{\{/);
  });

  it('comments once, and updates its own comment alone', async () => {
    const stranger = { id: 1, body: '<!-- server-management plan -->', user: { login: 'mallory' } };
    comments.push(stranger);
    const first = await perform(given(), 'pull_request');
    assert.deepEqual([first.codes, first.exitCode], [[0, 0], '0'], first.log);
    assert.match(comments[1]?.body ?? '', /^<!-- server-management plan -->\n### <code>.+: plan\n/);
    line.edit(
      'shop/servers/shop-frankfurt/cron-jobs/Nightly backup.cron-job.json',
      '"hour": "2"',
      '"hour": "3"',
    );
    const second = await perform(given(), 'pull_request');
    assert.deepEqual([second.codes, second.exitCode], [[0, 0], '2'], second.log);
    assert.equal(comments.length, 2);
    assert.match(comments[1]?.body ?? '', /1 change/);
    assert.equal(stranger.body, '<!-- server-management plan -->');
    const auth = api.requests.map(({ headers }) => headers['authorization']);
    assert.deepEqual(new Set(auth), new Set(['Bearer a-token-of-the-job']));
    assert.ok(
      api.requests.every(({ body }) => !isObject(parseJson(body)) || !body.includes(token)),
    );
  });

  it('fails if something could not be determined, and says so in the comment', async () => {
    const old = { ...given(), token: 'a-token-of-yesterday' };
    const { codes, exitCode } = await perform(old, 'pull_request');
    assert.deepEqual([codes, exitCode], [[0, 0, 1], '1']);
    assert.match(comments[1]?.body ?? '', /couldn't be determined/);
  });

  it('comments nowhere without a pull request, and refuses an event that gives forks the token', async () => {
    const before = api.requests.length;
    const paths = 'platformcache,platformhub';
    const night = await perform({ ...given(), command: 'drift', paths }, 'schedule');
    assert.deepEqual([night.codes, night.exitCode], [[0], '0'], night.log);
    const odd = await perform({ ...given(), paths: 'one' }, 'schedule');
    assert.match(odd.log, /--paths must be two path segments/);
    const forks = await perform(given(), 'pull_request_target');
    assert.deepEqual(forks.codes, [1]);
    assert.match(forks.log, /pull_request_target gives forks the token/);
    assert.equal(api.requests.length, before);
  });
});

const bot = 'github-actions[bot]';
