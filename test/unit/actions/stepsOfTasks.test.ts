import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { runForm } from '../../../src/base/questions';
import { actions, toTarget } from '../../../src/actions/actions';
import type { CommandId } from '../../../src/actions/commands';
import { runAction } from '../../../src/actions/runAction';
import { collectionContext, resourceContext } from '../../../src/explorer/rowTokens';
import { findKind, lineage } from '../../../src/resources/kinds/kinds';
import type { ResourceReference, Target } from '../../../src/resources/reference';
import { findPanelKind } from '../../../src/panels/panelKinds';
import type { PanelContent } from '../../../src/panels/panelKind';
import { startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { eachTest } from '../../support/eachTest';
import { OpenPanel } from '../../support/panelContext';

interface Entry {
  readonly command?: string;
  readonly when?: string;
  readonly group: string;
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly contributes: {
    readonly menus: Readonly<Record<string, readonly Entry[]>>;
    readonly keybindings: readonly {
      readonly command: string;
      readonly when: string;
      readonly args?: string;
    }[];
  };
};

/** Choosing from the menu takes a click on the row and one on the entry; a button on the row takes one. */
function clicksFor(command: CommandId, target: Target): number {
  const kind = findKind(target.kind);
  const row = 'ids' in target ? resourceContext(kind, undefined, false) : collectionContext(kind);
  const isOffered = ({ command: each, when = '' }: Entry): boolean => {
    const [, pattern] = /viewItem =~ \/(.*?)\/( |$)/.exec(when) ?? [];
    return each === command && pattern !== undefined && new RegExp(pattern).test(row);
  };
  const entries = (contributes.menus['view/item/context'] ?? []).filter(isOffered);
  if (entries.some(({ group }) => group.startsWith('inline'))) return 1;
  return entries.length > 0 ? 2 : 3;
}

/** The rows to expand until this one is visible, below a server that already is. */
function clicksToShow(target: Target): number {
  const several = lineage(target.kind).filter(({ variable }) => variable);
  const rows =
    several.length * 2 - 2 + ('ids' in target && !findKind(target.kind).variable ? 1 : 0);
  return 'ids' in target ? rows : rows - 1;
}

function hasKeyOnRows(command: CommandId): boolean {
  return contributes.keybindings.some(
    (each) => each.command === command && each.args === 'focusedRow',
  );
}

const rules = { account: 'service', kind: 'firewallRule', parents: [1] } as const;
const one = (kind: ResourceReference['kind'], ...ids: readonly number[]): ResourceReference => ({
  account: 'service',
  kind,
  ids,
});

describe('The steps of a task, from a visible server', () => {
  const world = eachTest(startActionWorld);

  /** Counts the questions and confirmations of an action, one key each, and the next step's button. */
  async function questionsOf(
    command: CommandId,
    targets: readonly Target[],
    answers: Readonly<Record<string, string>>,
  ): Promise<number> {
    const action = actions.find(
      (each) => each.command === command && toTarget(each, targets[0] ?? rules),
    );
    assert.ok(action);
    let steps = 0;
    const prompts = new ScriptedPrompts();
    prompts.ask = (form) =>
      runForm(form, (field) => {
        steps += 1;
        const name = field.name ?? '';
        const start =
          field.type === 'settings'
            ? Object.fromEntries(field.fields.map((each) => [each.name, each.start ?? '']))
            : undefined;
        return Promise.resolve({ type: 'next', state: start ?? answers[name] });
      });
    const { status } = await runAction(world.context(prompts), action, targets);
    assert.ok(status === 'done' || status === 'accepted', status);
    const next = [...world.created.flatMap(({ nexts }) => nexts), ...prompts.nexts][0];
    await next?.run();
    return steps + prompts.confirmations.length + (next ? 1 : 0);
  }

  const tasks: readonly {
    readonly task: string;
    readonly command: CommandId;
    readonly targets: readonly [Target, ...Target[]];
    readonly answers: Readonly<Record<string, string>>;
    readonly most: number;
  }[] = [
    {
      task: 'disable a cron job',
      command: 'serverManagement.disableCronJob',
      targets: [one('cronJob', 1, 101)],
      answers: {},
      most: 3,
    },
    {
      task: 'a firewall rule for one address, in force',
      command: 'serverManagement.createFirewallRule',
      targets: [rules],
      answers: { port: '8443', ipAddress: '192.0.2.7' },
      most: 6,
    },
    {
      task: 'a firewall rule for everyone, in force',
      command: 'serverManagement.createFirewallRule',
      targets: [rules],
      answers: { port: '8443' },
      most: 6,
    },
    {
      task: 'rotate the password of a database user',
      command: 'serverManagement.changePassword',
      targets: [one('databaseUser', 1, 101)],
      answers: { password: 'generated' },
      most: 5,
    },
  ];

  for (const { task, command, targets, answers, most } of tasks) {
    it(`are at most ${most}: ${task}`, async () => {
      const [target] = targets;
      const steps =
        clicksToShow(target) +
        clicksFor(command, target) +
        (await questionsOf(command, targets, answers));
      assert.ok(steps <= most, `${steps}`);
    });
  }

  it('are 4: compare a setting with that of another server', () => {
    const settings = one('sshSettings', 1);
    const pickers = lineage('sshSettings').filter(({ variable }) => variable).length;
    assert.ok(hasKeyOnRows('serverManagement.compareWithOther'));
    const [row, chord] = [1, 1];
    assert.equal(clicksToShow(settings) + row + chord + pickers, 4);
  });

  it('are 7: the schedule of five cron jobs', async () => {
    const command = 'serverManagement.changeSchedule';
    const jobs = [101, 102, 103, 104, 105].map((id) => one('cronJob', 1, id));
    assert.ok(hasKeyOnRows(command));
    const [first, last, chord] = [1, 1, 1];
    const steps = await questionsOf(command, jobs, { time: '0 5 * * *' });
    assert.equal(clicksToShow(jobs[0] ?? rules) + first + last + chord + steps, 7);
  });

  async function overviewOf(target: ResourceReference): Promise<PanelContent> {
    const panel = new OpenPanel(findPanelKind(target.kind), target, world, () => 0);
    await panel.load();
    return panel.last;
  }

  it('are 2 and a word: the server of a domain', () => {
    const key = contributes.keybindings.find(({ command }) => /goToResource/.test(command));
    // Wherever the person is; the picker finds the server by the domain, and Enter goes to it.
    assert.equal(key?.when, '!serverManagement.isWithoutAccounts');
  });

  // The page that opens lists each certificate with its end, soonest first: its own tests show that.
  it('are 1: the certificates that end soon', () => {
    const buttons = (contributes.menus['view/title'] ?? []).filter(
      ({ command, group }) => /openFleet/.test(command ?? '') && group.startsWith('navigation'),
    );
    assert.deepEqual(
      buttons.map(({ when }) => when),
      ['view == serverManagement.attention'],
    );
  });

  it('are 2: restart a service', async () => {
    const { presses = {} } = await overviewOf(one('server', 1));
    const buttons = Object.values(presses).map(({ command }) => command);
    assert.ok(buttons.includes('restartService'));
    assert.equal(clicksFor('serverManagement.openOverview', one('server', 1)), 1);
  });

  it('are 4: the memory limit of PHP', async () => {
    const { presses = {} } = await overviewOf(one('server', 1));
    const application = one('webApplication', 1, 101);
    const links = Object.values(presses).filter(({ command }) => command === 'openOverview');
    assert.ok(links.some(({ target }) => isDeepStrictEqual(target, application)));
    const { sections } = await overviewOf(application);
    const limits = sections.find(({ id }) => id === 'settings')?.items ?? [];
    const [memory] = limits.filter(({ label }) => label.startsWith('Memory limit'));
    assert.equal(memory?.type, 'number');
    const [link, value, save] = [1, 1, 1];
    const open = clicksFor('serverManagement.openOverview', one('server', 1));
    assert.equal(open + link + value + save, 4);
  });
});
