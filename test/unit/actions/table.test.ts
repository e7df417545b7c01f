import { actionTokens, actions, toTarget } from '../../../src/actions/actions';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { actionCases } from '../../support/actions/cases';
import { type Way, waysTo } from '../../support/actions/operationWays';
import { actionCommands } from '../../../scripts/manifest/commands';
import { allEndpoints } from '../../support/contract';
import { type Contributions, findOffers } from '../../support/offers';
import { titlesIn } from '../../support/testTitles';
import { findKind, kinds } from '../../../src/resources/kinds/kinds';
import { tokenOf } from '../../../src/actions/commands';
import { findPanelKind, findTablePanel } from '../../../src/panels/panelKinds';
import { reportsByCommand, reportTokens } from '../../../src/panels/reports/reports';

interface Manifest {
  readonly contributes: Contributions;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const titles = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;

/** Commands that lead to operations but have other row tokens than their name. */
const otherRows: Readonly<Record<string, string>> = {
  'serverManagement.openDocument': 'resource +open',
  'serverManagement.checkConnection': 'account +token',
  'serverManagement.compareWithOther': 'resource +edit',
  'serverManagement.copy': 'resource',
  'serverManagement.refresh': 'resource',
};

/** What an operation lacks: a command, or a menu entry or test of one of its commands. */
function lacksOf(
  operation: string,
  ways: readonly Way[],
  proofs: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  if (ways.length === 0) return [`${operation} has no command`];
  return ways.flatMap(({ command, test }) => [
    ...(isOffered(command) ? [] : [`${operation}: ${command} is in no menu`]),
    ...(test && proofs.get(test.file)?.has(test.title)
      ? []
      : [`${operation}: ${command} has no test${test ? ` "${test.title}" in ${test.file}` : ''}`]),
  ]);
}

function isOffered(command: string): boolean {
  const { contributes } = manifest;
  const row = otherRows[command] ?? `resource +${tokenOf(command)}`;
  // Of several rows, some may be in the state that it sets.
  const mixed = `resource +mixed_${tokenOf(command)}`;
  // Message rows don't represent a resource.
  const offers = findOffers(contributes, command).filter(
    ({ rows }) => !/^\^(message|finding)/.test(rows?.source ?? ''),
  );
  return (
    offers.length > 0 &&
    offers.every(({ menu, rows }) => (rows ? rows.test(row) || rows.test(mixed) : isOfTitle(menu)))
  );
}

/** Whether a menu is the title menu of a view or document, or a submenu of a view's. */
function isOfTitle(menu: string): boolean {
  return (
    menu === 'view/title' || menu === 'editor/title' || menu.startsWith('serverManagement.view')
  );
}

describe('The table of operations', () => {
  it('has a command, a menu entry and a test for every operation of the contract', async () => {
    const endpoints = await allEndpoints();
    assert.ok(endpoints.length > 0);
    const ways = endpoints.map((endpoint) => ({ id: endpoint.id, ways: waysTo(endpoint) }));
    const files = ways.flatMap((each) => each.ways.flatMap(({ test }) => test?.file ?? []));
    const { proofs } = titlesIn([...new Set(files)]);
    assert.deepEqual(
      ways.flatMap((each) => lacksOf(each.id, each.ways, proofs)),
      [],
    );
  });

  it('reports what an operation lacks', () => {
    const command = 'serverManagement.openDocument';
    const file = 'a.test.ts';
    const proofs = new Map([[file, new Set(['is there'])]]);
    const lacks = (...ways: readonly Way[]) => lacksOf('x.read', ways, proofs);
    const lost = { file, title: 'is nowhere' };
    assert.deepEqual(lacks(), ['x.read has no command']);
    assert.deepEqual(lacks({ command, test: { file, title: 'is there' } }), []);
    assert.deepEqual(lacks({ command, test: undefined }), [`x.read: ${command} has no test`]);
    assert.deepEqual(lacks({ command: 'serverManagement.gone', test: lost }), [
      'x.read: serverManagement.gone is in no menu',
      `x.read: serverManagement.gone has no test "is nowhere" in ${file}`,
    ]);
  });

  it('has a test for every action, and an action for every test', () => {
    for (const action of actions) {
      const tested = actionCases.some(
        ({ command, target }) => command === action.command && toTarget(action, target),
      );
      assert.ok(tested, `${action.command} on a ${action.kind} has no test`);
    }
    for (const { command } of actionCases) {
      assert.ok(
        actions.some((action) => action.command === command),
        command,
      );
    }
  });

  it('calls what it is about by one word, in its question, while it runs, and after it', () => {
    const differing = actions.flatMap((action) => {
      const { confirmation, progressTitle, done, verb } = action;
      const question = confirmation?.question('x') ?? '';
      const [, word] = /^[A-Z]\w+(?: back)? the (.+?) of "x"/.exec(question) ?? [];
      if (word === undefined) return [];
      const { one } = findKind(action.kind).names;
      const texts = [
        progressTitle('"x"'),
        ...(done ? [done('"x"', {})] : []),
        ...(verb === 'deleted' ? [one] : []),
      ];
      const others = texts.filter((text) =>
        word.split(' ').some((part) => !text.toLowerCase().includes(part.toLowerCase())),
      );
      return others.map((text) => `${question} ${text}`);
    });
    assert.deepEqual(differing, []);
  });

  it('has one action for each command and kind', () => {
    const keys = actions.map((action) => `${action.command} ${action.kind}`);
    assert.deepEqual(keys, [...new Set(keys)]);
  });

  const panelCommands = ['serverManagement.openOverview', 'serverManagement.openTable'] as const;
  const reportCommands = Object.keys(reportsByCommand);
  for (const command of [...actionCommands, ...reportCommands, ...panelCommands]) {
    it(`offers ${command} on rows, with a title`, () => {
      const token = tokenOf(command);
      const { commands, menus } = manifest.contributes;
      const title = commands.find((each) => each.command === command)?.title ?? '';
      assert.ok(titles[title.slice(1, -1)], `no title for ${command}`);
      const offers = Object.entries(menus).flatMap(([menu, entries]) =>
        entries.filter((each) => each.command === command).map((each) => ({ ...each, menu })),
      );
      const ofRows = /^(view\/item\/context|serverManagement\.(?!view).*)$/;
      // Commands that fix a finding are offered on its row, which isn't a resource's.
      const rows = offers.filter(
        ({ menu, when = '' }) => ofRows.test(menu) && !when.includes('/^finding '),
      );
      assert.ok(rows.length > 0);
      for (const { when = '' } of rows) {
        const pattern = /viewItem =~ \/(.*?)\/( |$)/.exec(when)?.[1] ?? '$.';
        const isOfToken = [token, `mixed_${token}`].some((each) =>
          new RegExp(pattern).test(`resource +${each}`),
        );
        assert.ok(isOfToken, `${command}: ${when}`);
      }
      const tokens = kinds.flatMap(({ id }) => [
        ...actionTokens('resource', id),
        ...actionTokens('collection', id),
        ...reportTokens(id),
        ...(findPanelKind(id) ? ['openOverview'] : []),
        ...(findTablePanel(id) ? ['openTable'] : []),
      ]);
      const isInTitle = offers.some(({ menu }) => isOfTitle(menu));
      assert.ok(tokens.includes(token) || isInTitle, `no row has the token ${token}`);
    });
  }
});
