import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { collectionContext, resourceContext } from '../../../src/explorer/rowTokens';
import { actions } from '../../../src/actions/actions';
import { sourceFiles } from '../../support/imports';
import { findKind, kinds } from '../../../src/resources/kinds/kinds';

interface Entry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly contributes: {
    readonly menus: Readonly<Record<string, readonly Entry[]>>;
    readonly submenus: readonly { readonly id: string }[];
    readonly commands: readonly { readonly command: string; readonly icon?: string }[];
    readonly keybindings: readonly Entry[];
    readonly views: Readonly<
      Record<string, readonly { readonly id: string; readonly when?: string }[]>
    >;
  };
};

/** The context values of rows that menus check. */
const rows = [
  ...kinds.flatMap((kind) => [
    { row: kind.id, viewItem: resourceContext(kind, undefined, false) },
    { row: `${kind.id}, pinned`, viewItem: resourceContext(kind, undefined, true) },
    { row: `all ${kind.id}`, viewItem: collectionContext(kind) },
  ]),
  {
    row: 'account',
    viewItem: 'account +service +createServer +openSharedServers +openSslProtocols',
  },
  { row: 'account, signed out', viewItem: 'account +service +signIn +createServer' },
  {
    row: 'sandbox',
    viewItem: 'account +sandbox +createServer +openSharedServers +openSslProtocols',
  },
  { row: 'broken account', viewItem: 'brokenAccount' },
  { row: 'more', viewItem: 'more' },
  { row: 'failure', viewItem: 'failure' },
];

/** Whether a condition holds: tests of `name == value` or `name =~ /pattern/`, joined by `&&`. */
function holds(when: string, values: Readonly<Record<string, string>>): boolean {
  return when.split(' || ').some((part) => holdsAll(part, values));
}

function holdsAll(when: string, values: Readonly<Record<string, string>>): boolean {
  return when.split(' && ').every((test) => {
    if (test.startsWith('!')) return !values[test.slice(1)];
    const [, name = '', operator, operand = ''] = /^([\w.]+) (==|=~|!=) (.*)$/.exec(test) ?? [];
    const value = values[name] ?? '';
    if (operator === '==') return value === operand;
    if (operator === '!=') return value !== operand;
    if (operator === '=~') return new RegExp(operand.slice(1, -1)).test(value);
    return (values[test] ?? '') !== '';
  });
}

function entriesOf(menu: string, values: Readonly<Record<string, string>>): readonly Entry[] {
  return (contributes.menus[menu] ?? [])
    .filter(({ when }) => when === undefined || holds(when, values))
    .toSorted((a, b) => (a.group ?? '').localeCompare(b.group ?? '', 'en', { numeric: true }));
}

const nameOf = ({ command, submenu }: Entry): string => command ?? submenu ?? '';

describe('Menus', () => {
  const document = {
    resourceScheme: 'server-management',
    resourceFilename: 'Nightly backup~101.cron-job.json',
  };

  for (const id of ['waf', 'hubCache'] as const) {
    it(`don't offer to set up something that is already set up: ${id}`, () => {
      const offer = /\+create(Waf|HubCache)\b/;
      assert.match(resourceContext(findKind(id), undefined, false), offer);
      assert.doesNotMatch(resourceContext(findKind(id), { isEnabled: false }, false), offer);
    });
  }

  it('of rows of a read-only account offer nothing that is sent', () => {
    const sending = new Set<string>(actions.map(({ command }) => command));
    for (const kind of kinds) {
      const viewItems = [
        resourceContext(kind, { isEnabled: false }, false, true),
        resourceContext(kind, undefined, true, true),
        collectionContext(kind, true, true),
      ];
      for (const viewItem of viewItems) {
        const values = { view: 'serverManagement.servers', viewItem };
        const names = Object.keys(contributes.menus)
          .filter((menu) => !/^(commandPalette|scm|editor|view\/title)/.test(menu))
          .flatMap((menu) => entriesOf(menu, values).map(nameOf));
        assert.deepEqual(
          names.filter((name) => sending.has(name)),
          [],
          kind.id,
        );
        assert.ok(!names.includes('serverManagement.newDraft'), kind.id);
        assert.ok(!names.includes('serverManagement.duplicate'), kind.id);
      }
    }
  });

  it('and keys, wherever they are, offer nothing that is sent in a read-only account', () => {
    const sending = new Set<string>([
      ...actions.map(({ command }) => command),
      ...['newDraft', 'createFromDraft', 'duplicate'].map((name) => `serverManagement.${name}`),
    ]);
    const others = Object.entries(contributes.menus).filter(
      ([menu]) => !/^(view\/item|serverManagement\.)/.test(menu),
    );
    const entries = [...contributes.keybindings, ...others.flatMap(([, each]) => each)];
    const offered = entries.filter(({ command = '' }) => sending.has(command));
    assert.ok(offered.length > sending.size, 'the palette has an entry for each');
    const contexts = entries.flatMap(
      ({ when = '' }) => when.match(/\bserverManagement\.\w+/g) ?? [],
    );
    for (const place of [document, { resourceScheme: 'server-management-draft' }]) {
      const view = 'serverManagement.servers';
      const states = { listFocus: 'true', activeEditorIsDirty: 'true' };
      const values = { ...place, ...states, view, focusedView: view };
      const all = Object.fromEntries(contexts.map((name) => [name, 'true']));
      const readOnly = { ...all, 'serverManagement.isWithoutAccounts': '', ...values };
      assert.deepEqual(
        offered.filter(({ when }) => when === undefined || holds(when, readOnly)),
        [],
      );
    }
  });

  for (const { row, viewItem } of rows) {
    const values = { view: 'serverManagement.servers', viewItem };

    it(`of a row are short: ${row}`, () => {
      const entries = entriesOf('view/item/context', values).filter(
        ({ group }) => !group?.startsWith('inline'),
      );
      const names = entries.map(nameOf);
      assert.ok(names.length <= 9, names.join(', '));
      assert.equal(new Set(names).size, names.length, names.join(', '));
      // What the form of a row's own command creates, the palette and Run Action… offer as JSON.
      assert.ok(!names.includes('serverManagement.newDraft'), names.join(', '));
      // Deletion comes last.
      const last = names.findIndex((name) => /\.(delete|removeAccount)$/.test(name));
      assert.ok(last === -1 || last === names.length - 1, names.join(', '));
      for (const { id } of contributes.submenus.filter((each) => names.includes(each.id))) {
        const inside = entriesOf(id, values);
        const least = id === 'serverManagement.maintenance' ? 1 : 2;
        assert.ok(
          inside.length >= least && inside.length <= 9,
          `${id}: ${inside.map(nameOf).join(', ')}`,
        );
      }
    });

    it(`of a row have few buttons: ${row}`, () => {
      const inline = entriesOf('view/item/context', values).filter(({ group }) =>
        group?.startsWith('inline'),
      );
      // A job is either enabled or disabled.
      const buttons = inline.map(nameOf).filter((name) => !name.endsWith('.disableCronJob'));
      assert.ok(buttons.length <= 3, buttons.join(', '));
    });
  }

  /** The commands that the palette lists in a context. */
  function listed(values: Readonly<Record<string, string>>): ReadonlySet<string> {
    const hidden = (contributes.menus['commandPalette'] ?? []).filter(
      ({ when = '' }) => !holds(when, values),
    );
    const names = new Set(hidden.map(nameOf));
    return new Set(
      contributes.commands.flatMap(({ command }) => (names.has(command) ? [] : [command])),
    );
  }

  it('list at most 40 commands in the palette, and 12 without an account', () => {
    const without = { 'serverManagement.isWithoutAccounts': 'true' };
    assert.ok(listed(without).size <= 12, `${listed(without).size}`);
    const contexts = contributes.menus['commandPalette']
      ?.flatMap(({ when = '' }) => when.match(/\bserverManagement\.\w+/g) ?? [])
      .filter((name) => name !== 'serverManagement.isWithoutAccounts');
    const all = Object.fromEntries((contexts ?? []).map((name) => [name, 'true']));
    for (const file of [document, { resourceScheme: 'server-management-draft' }, {}]) {
      const names = listed({ ...all, ...file });
      assert.ok(names.size > 30 && names.size <= 40, [...names].join('\n'));
    }
  });

  it('offer what needs an account once there is one, and so do its views', () => {
    const shown = (values: Readonly<Record<string, string>>): readonly string[] => [
      ...(contributes.views['serverManagement'] ?? [])
        .filter(({ when }) => when === undefined || holds(when, values))
        .map(({ id }) => id),
      ...entriesOf('serverManagement.viewAccount', values).map(nameOf),
      ...entriesOf('view/title', { ...values, view: 'serverManagement.servers' }).map(nameOf),
    ];
    const entries = ['filterServers', 'viewRows', 'createServer'];
    const late = ['account', 'attention', 'linkWorkspace', 'connectAgents', 'checkConnection'];
    for (const name of [...late, ...entries]) {
      const id = `serverManagement.${name}`;
      assert.ok(shown({}).includes(id), id);
      assert.ok(!shown({ 'serverManagement.isWithoutAccounts': 'true' }).includes(id), id);
    }
  });

  it('have one icon for one meaning', () => {
    const icons = [...new Set(kinds.map(({ icon }) => icon))];
    const shared = icons
      .map((icon) => kinds.filter((kind) => kind.icon === icon).map(({ id }) => id))
      .filter(({ length }) => length > 1);
    assert.deepEqual(shared, [
      ['ssl', 'sharedSsl'],
      ['sshSettings', 'sshConfig', 'olderSshSettings'],
      ['systemUser', 'databaseUser'],
    ]);
    const ofCommands = contributes.commands.flatMap(({ icon = '' }) => icon.slice(2, -1) || []);
    // To deploy a project, to change SSH settings, and to follow log entries.
    assert.deepEqual(icons.filter((icon) => ofCommands.includes(icon)).toSorted(), [
      'output',
      'rocket',
      'settings-gear',
    ]);
    const elsewhere = sourceFiles('src/ui').flatMap((file) => {
      const icon = /(?:[iI]con\(|icon: (?:\w+ \? )?)'([a-z-]+)'/g;
      return [...readFileSync(file, 'utf8').matchAll(icon)].map(([, name = '']) => name);
    });
    assert.ok(elsewhere.length > 0);
    assert.deepEqual(
      icons.filter((icon) => elsewhere.includes(icon)),
      [],
    );
    const terminals = contributes.commands.filter(({ icon }) => icon?.includes('terminal'));
    assert.deepEqual(
      terminals.map(({ command }) => command),
      ['serverManagement.openSshTerminal'],
    );
  });

  it('offer every command somewhere', () => {
    const { keybindings, menus, commands } = contributes;
    const everywhere = new Set([
      ...keybindings.map(({ command }) => command),
      ...Object.entries(menus).flatMap(([menu, entries]) =>
        entries.flatMap(({ command, when }) =>
          menu === 'commandPalette' && when === 'false' ? [] : [command],
        ),
      ),
      ...commands.flatMap(({ command }) => (listed({}).has(command) ? [command] : [])),
    ]);
    const nowhere = commands.filter(({ command }) => !everywhere.has(command));
    // A click on the last row of a list runs it.
    assert.deepEqual(
      nowhere.map(({ command }) => command),
      ['serverManagement.loadMore'],
    );
  });

  it('of the palette offer applicable commands', () => {
    assert.deepEqual(
      [...listed({ 'serverManagement.isWithoutAccounts': 'true' })].map((each) =>
        each.slice('serverManagement.'.length),
      ),
      ['addAccount', 'useSandbox', 'removeStoredData', 'showChanges', 'showLog', 'reportIssue'],
    );
    const sandbox = listed({ 'serverManagement.usesSandbox': 'true' });
    assert.ok(!sandbox.has('serverManagement.useSandbox'));
    assert.ok(sandbox.has('serverManagement.resetSandbox'));
    assert.ok(!sandbox.has('serverManagement.createFromDraft'));
    assert.ok(!sandbox.has('serverManagement.previewRequest'));
    assert.ok(!sandbox.has('serverManagement.editAccount'));
    assert.ok(!sandbox.has('serverManagement.runCronJob'));
    const account = listed({ 'serverManagement.hasServiceAccounts': 'true' });
    assert.ok(account.has('serverManagement.editAccount'));
    assert.ok(account.has('serverManagement.runAction'));
    const open = listed(document);
    assert.ok(open.has('serverManagement.previewRequest'));
    assert.ok(!open.has('serverManagement.discardDraft'));
  });

  for (const view of ['serverManagement.servers', 'serverManagement.account']) {
    it(`of a view are short: ${view}`, () => {
      const entries = entriesOf('view/title', { view, 'serverManagement.isFiltered': 'true' });
      const more = entries.filter(({ group }) => !group?.startsWith('navigation')).map(nameOf);
      assert.ok(more.length <= 7, more.join(', '));
    });
  }
});
