import assert from 'node:assert/strict';
import { actions } from '../../../src/actions/actions';
import type { CommandId } from '../../../src/actions/commands';
import { commandsOf, toPaletteTarget } from '../../../src/explorer/paletteTarget';
import type { Resource } from '../../../src/resources/kinds/kind';
import type { Target } from '../../../src/resources/reference';

const account = 'example';
const job: Target = { account, kind: 'cronJob', ids: [1, 101] };
const jobs: Target = { account, kind: 'cronJob', parents: [1] };
const server: Target = { account, kind: 'server', ids: [1] };
const servers: Target = { account, kind: 'server', parents: [] };
const application: Target = { account, kind: 'webApplication', ids: [1, 11] };
const waf: Target = { account, kind: 'waf', ids: [1, 11] };

function target(command: string, chosen: Target, known?: Resource): Target | undefined {
  return toPaletteTarget(`serverManagement.${command}` as CommandId, chosen, () => known);
}

describe('The target of a palette command', () => {
  it('is the selected resource, if the command applies to it', () => {
    for (const command of ['runCronJob', 'disableCronJob', 'delete', 'copy', 'openDocument']) {
      assert.deepEqual(target(command, job), job);
    }
  });

  it('is never the parent of the selected resource, if the command would change it', () => {
    const service: Target = { account, kind: 'service', ids: [1, 'nginx'] };
    assert.equal(target('delete', service), undefined);
    assert.equal(target('delete', { account, kind: 'sshSettings', ids: [1] }), undefined);
    assert.equal(target('renameServer', job), undefined);
    assert.equal(target('deployFirewallRules', job), undefined);
    assert.equal(target('restartService', job), undefined);
  });

  it('is the parent of the selected resource, if the command only opens it', () => {
    assert.deepEqual(target('openSshTerminal', job), server);
    assert.deepEqual(target('openOverview', job), server);
    assert.deepEqual(target('followEvents', waf), application);
    assert.deepEqual(target('openWebsite', waf), application);
  });

  it('is the place where a new resource belongs', () => {
    assert.deepEqual(target('createCronJob', job), jobs);
    assert.deepEqual(target('createCronJob', server), jobs);
    assert.deepEqual(target('createDatabase', job), { account, kind: 'database', parents: [1] });
    assert.deepEqual(target('createServer', job), servers);
    assert.deepEqual(target('createIntegration', servers), {
      account,
      kind: 'integration',
      parents: [],
    });
    assert.equal(target('createCronJob', servers), undefined);
  });

  it("is asked for if the command makes no sense in the selected resource's state", () => {
    assert.equal(target('enableCronJob', job, { enabled: 1 }), undefined);
    assert.deepEqual(target('enableCronJob', job, { enabled: 0 }), job);
    assert.deepEqual(target('createWaf', application), waf);
    assert.equal(target('createWaf', application, { isEnabled: true }), undefined);
  });
});

describe('The commands of what is selected', () => {
  function offered(chosen: readonly Target[], known?: Resource): readonly string[] {
    return commandsOf(chosen, () => known).map((id) => id.slice('serverManagement.'.length));
  }

  it('are about it and nothing around it, in the state that it is in, with deletion last', () => {
    const commands = offered([job], { enabled: 1 });
    for (const command of ['runCronJob', 'disableCronJob', 'copy', 'openDocument']) {
      assert.ok(commands.includes(command), command);
    }
    const others = ['enableCronJob', 'createCronJob', 'renameServer', 'openSshTerminal'];
    for (const command of [...others, 'stageChanges', 'editTogether']) {
      assert.ok(!commands.includes(command), command);
    }
    assert.equal(commands.at(-1), 'delete');
  });

  it('set a state of several if it suits any of them', () => {
    const others = { ...job, ids: [1, 102] };
    const states = new Map<Target, Resource>([
      [job, { enabled: 1 }],
      [others, { enabled: 0 }],
    ]);
    const readOnly = commandsOf([job], () => ({ enabled: 1 }), true);
    const both = commandsOf([job, others], () => ({ enabled: 1 }), true);
    assert.ok(both.includes('serverManagement.editTogether'));
    const sending = new Set<string>(actions.map(({ command }) => command));
    assert.deepEqual(
      readOnly.filter((id) => sending.has(id) || /newDraft|duplicate/.test(id)),
      [],
    );
    const commands = commandsOf([job, others], (each) => states.get(each));
    for (const command of ['enableCronJob', 'disableCronJob', 'delete'] as const) {
      assert.ok(commands.includes(`serverManagement.${command}`), command);
    }
    const isOn = commandsOf([job, others], () => ({ enabled: 1 }));
    assert.ok(!isOn.includes('serverManagement.enableCronJob'));
  });

  it('are those of a list, if a list is selected', () => {
    assert.deepEqual(offered([jobs]), [
      'rebuildCronTable',
      'createCronJob',
      'loadAll',
      'editTogether',
      'newDraft',
    ]);
  });

  it('take several, if several are selected', () => {
    const commands = offered([server, { ...server, ids: [2] }]);
    for (const command of ['switchAutomaticUpdates', 'copy', 'pin', 'editTogether', 'delete']) {
      assert.ok(commands.includes(command), command);
    }
    for (const command of ['renameServer', 'openSshTerminal', 'runAction']) {
      assert.ok(!commands.includes(command), command);
    }
  });
});
