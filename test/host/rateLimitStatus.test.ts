import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { openAccountWindow } from '../support/host/accountWindow';
import { replaceMember } from '../support/host/replaceMember';

describe('the rate limit in the status bar', () => {
  it('is shown once little remains, with what is reserved for the person on hover', async () => {
    const shown: (string | undefined)[] = [];
    const hovers: string[] = [];
    const create = vscode.window.createStatusBarItem.bind(vscode.window);
    const restore = replaceMember(
      vscode.window,
      'createStatusBarItem',
      (id: string, alignment: vscode.StatusBarAlignment) => {
        const item = create(id, alignment);
        if (!id.endsWith('rateLimit')) return item;
        const show = (): void => {
          shown.push(item.text);
          if (item.tooltip instanceof vscode.MarkdownString) hovers.push(item.tooltip.value);
        };
        return Object.assign(item, { show, hide: () => void shown.push(undefined) });
      },
    );
    const rateLimit = { limit: 10, windowMs: 600_000 };
    const window = await openAccountWindow({}, { rateLimit });
    restore();
    const read = async (id: number): Promise<void> => {
      await window.services.store.read({ account: 'example', kind: 'server', ids: [id] });
    };
    try {
      await read(1);
      await eventually(() => assert.deepEqual(shown.at(-1), undefined));
      assert.ok(
        shown.every((text) => text === undefined),
        'most of it remains',
      );
      for (const id of [2, 3, 4, 5, 6, 7, 8]) await read(id);
      await eventually(() =>
        assert.match(shown.at(-1) ?? '', /^\$\(warning\) [0-2]\/10, background requests paused$/),
      );
      const hover = (hovers.at(-1) ?? '').replaceAll('&nbsp;', ' ');
      assert.match(hover, /[0-2] of 10, last answer .*, the rest is reserved for you/);
    } finally {
      await window.close();
    }
  });
});
