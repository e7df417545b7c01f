import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { TreeNode } from '../../../src/explorer/nodes';
import { revealRow } from '../../../src/ui/explorer/tree/revealRow';

type SelectionEvent = vscode.TreeViewSelectionChangeEvent<TreeNode>;
type VisibilityEvent = vscode.TreeViewVisibilityChangeEvent;

const shop: TreeNode = {
  type: 'resource',
  reference: { account: 'a', kind: 'server', ids: [1] },
};
const blog: TreeNode = {
  type: 'resource',
  reference: { account: 'a', kind: 'server', ids: [2] },
};

/** A view as the extension host sees it: a selection is reported some time after it's made. */
class View {
  selection: readonly TreeNode[] = [];
  reveals = 0;
  listeners = new Set<(event: SelectionEvent) => void>();
  visibilityListeners = new Set<(event: VisibilityEvent) => void>();
  readonly #onReveal: (view: View) => void;

  constructor(onReveal: (view: View) => void) {
    this.#onReveal = onReveal;
  }

  onDidChangeSelection = (listener: (event: SelectionEvent) => void): vscode.Disposable => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };

  onDidChangeVisibility = (listener: (event: VisibilityEvent) => void): vscode.Disposable => {
    this.visibilityListeners.add(listener);
    return { dispose: () => this.visibilityListeners.delete(listener) };
  };

  reveal(): Promise<void> {
    this.reveals += 1;
    this.#onReveal(this);
    return Promise.resolve();
  }

  select(selection: readonly TreeNode[]): void {
    this.selection = selection;
    for (const listener of this.listeners) listener({ selection });
  }

  setVisible(visible: boolean): void {
    for (const listener of this.visibilityListeners) listener({ visible });
  }

  get asTreeView(): vscode.TreeView<TreeNode> {
    return this as unknown as vscode.TreeView<TreeNode>;
  }
}

describe('revealing a row', () => {
  it('selects the row once, even if the person clears the selection right away', async () => {
    const view = new View(() =>
      setImmediate(() => {
        view.select([shop]);
        view.select([]);
      }),
    );
    await revealRow(view.asTreeView, shop);
    assert.equal(view.reveals, 1);
    assert.equal(view.listeners.size, 0);
  });

  it("doesn't change the selection if the person selects another row meanwhile", async () => {
    const view = new View(() => setImmediate(() => view.select([blog])));
    await revealRow(view.asTreeView, shop);
    assert.equal(view.reveals, 1);
    assert.deepEqual(view.selection, [blog]);
  });

  it('tries again if the editor silently did nothing', async () => {
    const view = new View(() => {
      if (view.reveals === 2) view.select([shop]);
    });
    await revealRow(view.asTreeView, shop);
    assert.equal(view.reveals, 2);
  });

  it("doesn't open the view again if the person closes it meanwhile", async () => {
    const view = new View(() => {
      view.setVisible(true);
      setImmediate(() => view.setVisible(false));
    });
    await revealRow(view.asTreeView, shop);
    assert.equal(view.reveals, 1);
    assert.equal(view.visibilityListeners.size, 0);
  });

  it('fails if the editor silently does nothing in the end', async () => {
    const view = new View(() => undefined);
    await assert.rejects(revealRow(view.asTreeView, shop));
  });
});
