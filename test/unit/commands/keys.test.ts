import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly contributes: {
    readonly keybindings?: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac: string;
      readonly when?: string;
    }[];
  };
};

/**
 * The first chords of all key bindings of VS Code 1.105 and 1.139 and their built-in extensions, on
 * all systems together: read from `primary` and `secondary` in the bundle of the
 * workbench, and from the manifests. `ctrlcmd` is Cmd on macOS and Ctrl elsewhere, `winctrl` is Ctrl
 * on macOS.
 */
const taken = new Set(
  readFileSync('test/support/commands/defaultKeys.txt', 'utf8').trim().split(/\s+/),
);

function strokeOf(key: string, isMac: boolean): string {
  const [first = ''] = key.split(' ');
  const parts = first.split('+');
  const modifiers = parts.slice(0, -1).map((each) => {
    if (each === 'cmd' || (each === 'ctrl' && !isMac)) return 'ctrlcmd';
    return each === 'ctrl' ? 'winctrl' : each;
  });
  const ordered = ['ctrlcmd', 'winctrl', 'shift', 'alt'].filter((each) => modifiers.includes(each));
  return [...ordered, parts.at(-1)].join('+');
}

describe('Key bindings', () => {
  const bindings = contributes.keybindings ?? [];

  it('exist for the most frequent actions, where they apply', () => {
    assert.deepEqual(
      [...new Set(bindings.map(({ command }) => command))],
      [
        'serverManagement.refresh',
        'serverManagement.goToResource',
        'serverManagement.runAction',
        'serverManagement.saveDocument',
        'serverManagement.previewRequest',
        'serverManagement.compareWithOther',
        'serverManagement.changeSchedule',
      ],
    );
    for (const { when } of bindings) assert.ok(when);
  });

  it("don't start with a key that VS Code uses, on any system", () => {
    assert.ok(taken.has('ctrlcmd+shift+p') && taken.has('f5'), 'the list is incomplete');
    for (const { command, key, mac } of bindings) {
      // In documents and drafts, this means to save.
      if (command === 'serverManagement.saveDocument') continue;
      assert.ok(!taken.has(strokeOf(key, false)), key);
      assert.ok(!taken.has(strokeOf(mac, true)), mac);
    }
  });

  it('have Cmd on macOS in place of Ctrl', () => {
    for (const { key, mac } of bindings) assert.equal(mac, key.replaceAll('ctrl', 'cmd'));
  });

  it('differ from each other', () => {
    const commands = new Set(bindings.map(({ command }) => command));
    assert.equal(new Set(bindings.map(({ key }) => key)).size, commands.size);
  });
});
