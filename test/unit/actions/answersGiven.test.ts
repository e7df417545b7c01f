import { runForm, type Values } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../../support/actions/actionWorld';
import { findAction } from '../../support/actions/findAction';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { newWebApplication } from '../../support/newWebApplications';
import type { ActionContext } from '../../../src/actions/action';
import type { ActionCommand } from '../../../src/actions/commands';
import { copyValues } from '../../../src/actions/question';
import { runAction } from '../../../src/actions/runAction';
import type { Target } from '../../../src/resources/reference';
import { eachTest } from '../../support/eachTest';

const rules: Target = { account: 'service', kind: 'firewallRule', parents: [1] };
const applications: Target = { account: 'service', kind: 'webApplication', parents: [1] };
const ssh: Target = { account: 'service', kind: 'sshSettings', ids: [1] };

describe('The answers to the questions of an action', () => {
  const world = eachTest(startActionWorld);

  /** The remaining questions if a caller passed these values, and their title. */
  async function left(
    command: ActionCommand,
    target: Target,
    passed: Values,
  ): Promise<{ title: string; names: readonly unknown[] } | undefined> {
    let asked;
    const prompts = new ScriptedPrompts();
    prompts.ask = async ({ title, fields }) => {
      const names = fields.map((field) => ('name' in field ? field.name : field.type));
      asked = { title, names };
      return undefined;
    };
    await runCommand(world.context(prompts), command, [target], passed);
    return asked;
  }

  it('are requested under the titles of the command and its target', async () => {
    const servers: Target = { account: 'service', kind: 'server', parents: [] };
    const server = await left('serverManagement.createServer', servers, {});
    assert.equal(server?.title, 'serverManagement.createServer');
    const rule = await left('serverManagement.createFirewallRule', rules, {});
    assert.equal(rule?.title, 'serverManagement.createFirewallRule · Server 1');
    assert.deepEqual(rule.names, ['type', 'port', 'ipAddress', 'settings']);
  });

  it('are asked for again, the last one first, if the person cancels the question about them', async () => {
    const asked: unknown[] = [];
    const prompts = new ScriptedPrompts();
    prompts.confirm = (confirmation) => {
      prompts.confirmations.push(confirmation);
      return Promise.resolve(prompts.confirmations.length === 2);
    };
    prompts.ask = (form) =>
      runForm(form, (field, _form, { problem }, { answer }) => {
        asked.push([field.prompt, answer, problem]);
        return Promise.resolve({ type: 'next', state: answer ?? 'php83' });
      });
    const servers = [1, 2].map((id): Target => ({ account: 'service', kind: 'server', ids: [id] }));
    const command = 'serverManagement.changeCliPhp';
    const { status } = await runCommand(world.context(prompts), command, servers);
    assert.deepEqual(asked, [
      ['PHP CLI version', undefined, undefined],
      ['PHP CLI version', 'php83', 'PHP CLI version: Nothing was sent.'],
    ]);
    assert.deepEqual([prompts.confirmations.length, status], [2, 'done']);
  });

  it('are only requested if a caller left them out', async () => {
    const rule = { type: 'rich', port: 443, protocol: 'tcp', firewallAction: 'accept' };
    const asked = await left('serverManagement.createFirewallRule', rules, rule);
    assert.deepEqual(asked?.names, ['ipAddress']);
    const { phpVersion: _phpVersion, ...given } = newWebApplication;
    const php = await left('serverManagement.createWebApplication', applications, given);
    assert.deepEqual(php?.names, ['phpVersion']);
    const { memoryLimit: _memoryLimit, ...others } = newWebApplication;
    const limit = await left('serverManagement.createWebApplication', applications, others);
    assert.deepEqual(limit?.names, ['settings']);
  });

  it("aren't requested if they don't apply given the others, or are optional", async () => {
    const global = { type: 'global', port: 443, protocol: 'tcp' };
    assert.equal(await left('serverManagement.createFirewallRule', rules, global), undefined);
    const waf: Target = { account: 'service', kind: 'waf', ids: [1, 104] };
    assert.equal(await left('serverManagement.createWaf', waf, { isEnabled: true }), undefined);
    const user: Target = { account: 'service', kind: 'systemUser', parents: [1] };
    const passed = { username: 'deploy' };
    assert.equal(await left('serverManagement.createSystemUser', user, passed), undefined);
  });

  it("aren't sent if the person changed nothing", async () => {
    const prompts = new ScriptedPrompts({ answers: {} });
    const context = world.context(prompts);
    const { status } = await runCommand(context, 'serverManagement.switchSshSettings', [ssh]);
    assert.equal(status, 'cancelled');
    assert.deepEqual([prompts.forms.length, prompts.confirmations.length], [1, 0]);
    assert.deepEqual(await world.probe.writes(), []);
  });

  it("aren't requested without a target", async () => {
    const prompts = new ScriptedPrompts();
    const action = findAction('serverManagement.switchSshSettings', 'sshSettings');
    const outcome = await runAction(world.context(prompts), action, []);
    assert.deepEqual(outcome, {
      status: 'cancelled',
      done: [],
      accepted: [],
      failed: [],
      unknown: [],
    });
    assert.deepEqual([prompts.forms, prompts.confirmations], [[], []]);
  });

  it("are copied from a caller as JSON, and ignored if they aren't an object", () => {
    const values = { label: 'Tidy', at: [1] };
    const copy = copyValues(values);
    values.at.push(2);
    assert.deepEqual(copy, { label: 'Tidy', at: [1] });
    for (const none of [undefined, null, 'label', 7, ['label']]) {
      assert.deepEqual(copyValues(none), {});
    }
  });

  it('that change access are confirmed by a click outside of production', async () => {
    const prompts = new ScriptedPrompts();
    const context = world.context(prompts);
    await runCommand(context, 'serverManagement.switchSshSettings', [ssh], { useDns: true });
    assert.deepEqual(
      prompts.confirmations.map(({ typed }) => typed),
      [undefined],
    );
  });
});

describe('The record of an action', () => {
  let world: ActionWorld;

  beforeEach(async () => {
    world = await startActionWorld();
  });

  afterEach(() => world.close());

  it('names the target or the new resource in the history', async () => {
    const context = world.context(new ScriptedPrompts());
    const job: Target = { account: 'service', kind: 'cronJob', ids: [1, 101] };
    const jobs: Target = { account: 'service', kind: 'cronJob', parents: [1] };
    await context.store.list(jobs);
    await runCommand(context, 'serverManagement.runCronJob', [job]);
    const tidy = { label: 'Tidy', time: '0 3 * * *', username: 'shop', command: 'tidy' };
    await runCommand(context, 'serverManagement.createCronJob', [jobs], tidy);
    await runCommand(context, 'serverManagement.switchSshSettings', [ssh], { useDns: true });
    await runCommand(context, 'serverManagement.deployFirewallRules', [rules]);
    assert.deepEqual(
      world.written.map(({ name }) => name),
      ['Nightly backup', 'Tidy', '', ''],
    );
  });

  it("refreshes the target's document with the latest read", async () => {
    const refreshed: unknown[] = [];
    const context: ActionContext = {
      ...world.context(new ScriptedPrompts()),
      documents: {
        refresh: ({ kind, ids }, resource) => void refreshed.push([kind, ids, resource?.['name']]),
      },
    };
    const server: Target = { account: 'service', kind: 'server', ids: [2] };
    await runCommand(context, 'serverManagement.renameServer', [server], { name: 'renamed' });
    assert.deepEqual(refreshed, [['server', [2], 'renamed']]);
    const job: Target = { account: 'service', kind: 'cronJob', ids: [1, 101] };
    await runCommand(context, 'serverManagement.runCronJob', [job]);
    assert.equal(refreshed.length, 1);
  });

  it('shows the resulting state of a toggled job in production', async () => {
    await world.close();
    world = await startActionWorld({ environment: 'production' });
    const prompts = new ScriptedPrompts();
    const job: Target = { account: 'service', kind: 'cronJob', ids: [1, 104] };
    await runCommand(world.context(prompts), 'serverManagement.enableCronJob', [job]);
    const [asked] = prompts.confirmations;
    assert.equal(asked?.message, 'serverManagement.enableCronJob "Newsletter"?');
    assert.match(asked.detail, /^off → on\nServer: shop-frankfurt\n/);
  });

  it('keeps firewall rules as undeployed until the service confirms their deployment', async () => {
    const prompts = new ScriptedPrompts();
    const context = world.context(prompts);
    const rule: Target = { account: 'service', kind: 'firewallRule', ids: [1, 102] };
    await runCommand(context, 'serverManagement.delete', [rule]);
    assert.ok(context.pendingFirewalls.isPending(rules));
    const path = '/api/v3/servers/1/security/firewalls';
    await world.probe.addFault(`500:PUT:${path}`);
    await runCommand(context, 'serverManagement.deployFirewallRules', [rules]);
    assert.ok(context.pendingFirewalls.isPending(rules));
    await world.probe.clearFaults();
    await runCommand(context, 'serverManagement.deployFirewallRules', [rules]);
    assert.ok(!context.pendingFirewalls.isPending(rules));
  });
});
