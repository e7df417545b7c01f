import type { Values } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import type { ActionOutcome } from '../../../src/actions/result';
import type { ActionCommand } from '../../../src/actions/commands';
import type { Target } from '../../../src/resources/reference';
import { eachTest } from '../../support/eachTest';

interface SetUp {
  readonly name: string;
  readonly command: ActionCommand;
  readonly target: Target;
  readonly values?: Values;
  readonly request: readonly [method: string, path: string];
  /** The service's answer to a direct read that bypasses the client. */
  readonly isDone: (world: ActionWorld) => Promise<boolean>;
}

const app = '/api/v3/servers/1/webapps';
const one = (kind: Target['kind'], ...ids: (number | string)[]): Target => ({
  account: 'service',
  kind,
  ids,
});
const certificate = {
  provider: 'letsencrypt',
  authorizationMethod: 'http-01',
  environment: 'staging',
  enableHttp: true,
  enableHsts: false,
  autoSSL: true,
  advancedSSL: true,
};

function reads(path: string, field: string, value: unknown): SetUp['isDone'] {
  return async ({ probe }) => {
    const answer = await probe.call('GET', path).catch((): Record<string, unknown> => ({}));
    return answer[field] === value;
  };
}

const setUps: readonly SetUp[] = [
  {
    name: 'a web application firewall',
    command: 'serverManagement.createWaf',
    target: one('waf', 1, 104),
    values: { isEnabled: true },
    request: ['POST', `${app}/104/waf`],
    isDone: reads(`${app}/104/waf`, 'isEnabled', true),
  },
  {
    name: 'a hub cache',
    command: 'serverManagement.createHubCache',
    target: one('hubCache', 1, 104),
    values: { cacheType: 'sr', redisObjectCache: true },
    request: ['POST', `${app}/104/platformhub`],
    isDone: reads(`${app}/104/platformhub`, 'nginxCacheType', 'sr'),
  },
  {
    name: 'a certificate for a domain without one',
    command: 'serverManagement.applySsl',
    target: one('ssl', 1, 101, 102),
    values: certificate,
    request: ['POST', `${app}/101/domains/102/ssl`],
    isDone: reads(`${app}/101/domains/102/ssl`, 'staging', true),
  },
  {
    name: 'a certificate in place of another one',
    command: 'serverManagement.applySsl',
    target: one('ssl', 1, 101, 101),
    values: certificate,
    request: ['POST', `${app}/101/domains/101/ssl`],
    isDone: reads(`${app}/101/domains/101/ssl`, 'staging', true),
  },
  {
    name: 'a deleted certificate',
    command: 'serverManagement.delete',
    target: one('ssl', 1, 101, 101),
    request: ['DELETE', `${app}/101/domains/101/ssl/*`],
    isDone: reads(`${app}/101/domains/101/ssl`, 'id', undefined),
  },
  {
    name: 'a changed hub cache, with a field that no read returns',
    command: 'serverManagement.changeHubCache',
    target: one('hubCache', 1, 101),
    values: { redisObjectCache: true, cacheValidMinute: 90 },
    request: ['PATCH', `${app}/101/platformhub`],
    isDone: reads(`${app}/101/platformhub`, 'cacheValidMinute', 90),
  },
  {
    name: 'an unblocked address',
    command: 'serverManagement.unblockAddress',
    target: one('blockedAddress', 1, '203.0.113.7'),
    request: ['DELETE', '/api/v3/servers/1/security/fail2ban/blockedip'],
    isDone: async ({ probe }) => {
      const answer = await probe.call('GET', '/api/v3/servers/1/security/fail2ban/blockedip');
      return !Object.values(answer).includes('203.0.113.7');
    },
  },
];

describe('An only child, if the answer to a request is lost', () => {
  let prompts: ScriptedPrompts;

  const world = eachTest(startActionWorld);
  beforeEach(() => {
    prompts = new ScriptedPrompts({ beforeRetry: () => Promise.resolve() });
  });

  function run({ command, target, values }: SetUp): Promise<ActionOutcome> {
    return runCommand(world.context(prompts), command, [target], values);
  }

  for (const each of setUps) {
    const [method, path] = each.request;

    it(`is done if the service shows the result: ${each.name}`, async () => {
      assert.equal(await each.isDone(world), false);
      await world.probe.addFault(`applied:502:${method}:${path}:count=1`);
      const { status } = await run(each);
      assert.equal(await each.isDone(world), true);
      assert.deepEqual(
        [status, (await world.probe.writes()).length, prompts.summaries],
        ['done', 1, []],
      );
    });

    it(`is repeated without a question if the service shows that it wasn't done: ${each.name}`, async () => {
      await world.probe.addFault(`502:${method}:${path}:count=1`);
      const { status } = await run(each);
      assert.deepEqual(
        [status, (await world.probe.writes()).length, await each.isDone(world)],
        ['done', 2, true],
      );
      const [told] = prompts.summaries;
      assert.deepEqual(
        told?.results.map(({ state }) => state.type),
        ['failed'],
      );
      assert.ok(!prompts.confirmations.some(({ button }) => button === 'Do It Again'));
    });
  }

  it("stays unknown if a read shows nothing that wasn't there before", async () => {
    await world.probe.call('POST', `${app}/101/domains/101/ssl`, certificate);
    await world.probe.addFault(`applied:502:POST:${app}/101/domains/101/ssl:count=1`);
    prompts = new ScriptedPrompts();
    const { status } = await runCommand(
      world.context(prompts),
      'serverManagement.applySsl',
      [one('ssl', 1, 101, 101)],
      { ...certificate, autoSSL: false },
    );
    assert.equal(status, 'unknown');
  });
});
