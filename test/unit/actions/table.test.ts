import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { actionCases } from '../../support/actions/cases';
import { allEndpoints } from '../../support/contract';
import { kinds } from '../../../src/resources/kinds/kinds';
import type { KindId } from '../../../src/resources/kinds/kind';
import type { Action } from '../../../src/ui/actions/action';
import { actions, actionTokens } from '../../../src/ui/actions/actions';
import { actionCommands, tokenOf } from '../../../src/ui/actions/commands';
import { toTarget } from '../../../src/ui/actions/target';
import { panelCommands } from '../../../src/ui/panels/commands';
import { findPanelKind, panelKinds } from '../../../src/ui/panels/panelKinds';
import { reportCommands } from '../../../src/ui/reports/commands';
import { reports, reportTokens } from '../../../src/ui/reports/reports';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<
      Record<string, readonly { readonly command: string; readonly when: string }[]>
    >;
  };
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const titles = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;

/** Operations that belong to no action: what they are reached by. */
const otherWays: Readonly<Record<string, string>> = {
  ping: 'serverManagement.checkConnection',
};

/** Operations that a saved document performs, and the kind of that document. */
const savedDocuments: Readonly<Record<string, KindId>> = {
  'cronJob.update': 'cronJob',
  'canvas.replace': 'canvas',
};

function kindOf({ place }: Action): KindId {
  return 'resource' in place ? place.resource : place.collection;
}

function commandsOf(id: string): string[] {
  const acting = actions
    .filter(({ endpoint, fallback, reads = [] }) =>
      [endpoint, fallback, ...reads].some((each) => each?.id === id),
    )
    .map(({ command }) => command);
  const reading = kinds
    .filter(({ operations: { list, read } }) => list?.id === id || read?.id === id)
    .map(() => 'serverManagement.openDocument');
  const kind = kinds.find((each) => each.id === savedDocuments[id]);
  const seeing = panelKinds
    .filter(({ reads }) => reads.some((each) => each.id === id))
    .map(() => 'serverManagement.openOverview');
  const saving = kind?.document?.editing ? ['serverManagement.openDocument'] : [];
  const reporting = reports
    .filter(({ endpoint }) => endpoint.id === id)
    .map(({ command }) => command);
  const other = otherWays[id];
  return [
    ...new Set([
      ...acting,
      ...reading,
      ...seeing,
      ...saving,
      ...reporting,
      ...(other ? [other] : []),
    ]),
  ];
}

describe('The table of operations', () => {
  it('reaches every operation of the contract by a command', async () => {
    const unreached = (await allEndpoints())
      .map(({ id }) => id)
      .filter((id) => commandsOf(id).length === 0);
    assert.deepEqual(unreached, []);
  });

  it('has a test for every action, and an action for every test', () => {
    for (const action of actions) {
      const tested = actionCases.some(
        ({ command, target }) => command === action.command && toTarget(action, target),
      );
      assert.ok(tested, `${action.command} on a ${kindOf(action)} has no test`);
    }
    for (const { command } of actionCases) {
      assert.ok(
        actions.some((action) => action.command === command),
        command,
      );
    }
  });

  it('has one action for a command and a kind', () => {
    const keys = actions.map((action) => `${action.command} ${kindOf(action)}`);
    assert.deepEqual(keys, [...new Set(keys)]);
  });

  for (const command of [...actionCommands, ...reportCommands, ...panelCommands]) {
    it(`offers ${command} on rows and in the palette, by a title`, () => {
      const token = tokenOf(command);
      const { commands, menus } = manifest.contributes;
      const title = commands.find((each) => each.command === command)?.title ?? '';
      assert.ok(titles[title.slice(1, -1)], `no title for ${command}`);
      const rows = ['view/item/context', 'serverManagement.reports']
        .flatMap((menu) => menus[menu] ?? [])
        .filter((each) => each.command === command);
      assert.ok(rows.length > 0);
      for (const { when } of rows) {
        assert.ok(when.includes(`viewItem =~ /\\+${token}\\b/`), `${command}: ${when}`);
      }
      const isHidden = menus['commandPalette']?.some(
        (each) => each.command === command && each.when === 'false',
      );
      assert.ok(!isHidden);
      const tokens = kinds.flatMap(({ id }) => [
        ...actionTokens('resource', id),
        ...actionTokens('collection', id),
        ...reportTokens(id),
        ...(findPanelKind(id) ? ['openOverview'] : []),
        ...(id === 'canvas' ? ['compareCanvases'] : []),
      ]);
      const isInTitle = menus['view/title']?.some((each) => each.command === command);
      assert.ok(tokens.includes(token) || isInTitle, `no row has the token ${token}`);
    });
  }
});
