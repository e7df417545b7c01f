import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openHostWindow } from '../support/host/hostWindow';
import { replaceMember } from '../support/host/replaceMember';
import { MemorySecrets } from '../support/memorySecrets';
import { kinds } from '../../src/resources/kinds/kinds';
import { runCommand } from '../../src/ui/commands/runCommand';
import { explainHidden } from '../../src/ui/explorer/explorer';
import { eachTest } from '../support/eachTest';

describe('the choice of visible resources', () => {
  const window = eachTest(() => openHostWindow(new MemorySecrets()));

  /** Runs the command, leaves out one entry, and returns the labels that were ticked. */
  async function chooseAllBut(label: string): Promise<readonly string[]> {
    let ticked: readonly string[] = [];
    const restore = replaceMember(
      vscode.window,
      'showQuickPick',
      (items: readonly vscode.QuickPickItem[], options?: vscode.QuickPickOptions) => {
        assert.equal(options?.canPickMany, true);
        ticked = items.filter(({ picked }) => picked).map((each) => each.label);
        return Promise.resolve(items.filter((each) => each.label !== label));
      },
    );
    await runCommand('serverManagement.hideKinds', window.services, []);
    restore();
    return ticked;
  }

  it('has a check mark for everything visible', async () => {
    const { options } = window.services.explorer.sources;
    const first = await chooseAllBut('Cron Jobs');
    const rows = kinds.filter(({ id, shownBy }) => id !== 'server' && !shownBy);
    assert.equal(first.length, rows.length, 'all but servers, which are always visible');
    assert.deepEqual(options.current.hiddenKinds, ['cronJob']);
    const second = await chooseAllBut('Databases');
    assert.deepEqual(
      second,
      first.filter((each) => each !== 'Cron Jobs'),
    );
    assert.deepEqual(options.current.hiddenKinds, ['database']);
    await options.change({ hiddenKinds: [] });
  });

  it('changes in one entry alone if a message about a hidden row is answered later', async () => {
    const { options } = window.services.explorer.sources;
    await options.change({ hiddenKinds: ['cronJob'] });
    let press: (button: string) => void = () => undefined;
    const pressed = new Promise<string>((resolve) => (press = resolve));
    const restore = replaceMember(vscode.window, 'showInformationMessage', () => pressed);
    const revealed = new Promise<void>((resolve) => {
      assert.ok(explainHidden(options, 'cronJob', 'Nightly backup', resolve));
    });
    restore();
    await options.change({ hiddenKinds: ['cronJob', 'database'] });
    press('Show Cron Jobs');
    await revealed;
    assert.deepEqual(options.current.hiddenKinds, ['database']);
    await options.change({ hiddenKinds: [] });
  });
});
