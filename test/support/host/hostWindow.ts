import * as vscode from 'vscode';
import { systemClock } from '../../../src/api/scheduling/clock';
import type { SecretStore } from '../../../src/accounts/accountStore';
import { randomHex } from '../../../src/base/random';
import type { StartSandbox } from '../../../src/ui/accounts/sandboxHost';
import { SaveGate } from '../../../src/documents/saveGate';
import { createServices } from '../../../src/ui/app/services';
import type { Services } from '../../../src/ui/commands/services';
import type { TreeNode } from '../../../src/explorer/nodes';
import type { Views } from '../../../src/ui/explorer/views';
import { withoutPauses } from '../withoutPauses';
import { MemoryMemento } from './memoryMemento';
import { replaceMember } from './replaceMember';

// What a window of the tests repeats, it repeats at once.
Object.assign(systemClock, withoutPauses);

/** Everything behind one window, with storage of its own; secrets are shared with other windows. */
export interface HostWindow {
  readonly services: Services;
  readonly context: vscode.ExtensionContext;
  readonly views: Views;
  /** The window's own folder of files. */
  readonly folder: vscode.Uri;
  close(): Promise<void>;
}

/** Starts everything that a window starts, in the tests' extension host. */
export function openHostWindow(
  secrets: SecretStore,
  startSandbox: StartSandbox = () => Promise.reject(new Error('There is no sandbox here.')),
  {
    folder = vscode.Uri.joinPath(temporary(), `host-window-${randomHex(4)}`),
    globalState = new MemoryMemento(),
    workspaceState = new MemoryMemento(),
    warn = ignore,
    attentionView = {},
  }: {
    /** Another window's folder, to share its files. */
    readonly folder?: vscode.Uri;
    readonly globalState?: MemoryMemento;
    readonly workspaceState?: MemoryMemento;
    /** Called with warnings of the log. */
    readonly warn?: (text: string) => void;
    /** What the Needs Attention view differs in. */
    readonly attentionView?: Partial<vscode.TreeView<unknown>>;
  } = {},
): HostWindow {
  const extension = vscode.extensions.getExtension('server-management.server-management-explorer');
  const subscriptions: vscode.Disposable[] = [];
  const context = {
    secrets,
    globalState,
    workspaceState,
    globalStorageUri: vscode.Uri.joinPath(folder, 'global'),
    storageUri: vscode.Uri.joinPath(folder, 'workspace'),
    extension,
    extensionUri: extension?.extensionUri,
    subscriptions,
  } as unknown as vscode.ExtensionContext;
  const views = {
    servers: viewInSight(),
    account: viewInSight(),
    attention: { ...viewInSight(), ...attentionView },
  } as unknown as Views;
  // A real log would have the same name as the extension's own, and would end with the window.
  const restore = replaceMember(vscode.window, 'createOutputChannel', () => ({
    ...silentLog,
    warn,
  }));
  const services = createServices(context, views, new SaveGate(), startSandbox);
  restore();
  return {
    services,
    context,
    views,
    folder,
    async close() {
      await services.stop();
      for (const subscription of subscriptions) subscription.dispose();
      // If nothing was written, the folder doesn't exist.
      await Promise.resolve(vscode.workspace.fs.delete(folder, { recursive: true })).catch(ignore);
    },
  };
}

/** Where temporary files go: a browser's own are in memory. */
export function temporary(): vscode.Uri {
  if (typeof process === 'undefined') return vscode.Uri.from({ scheme: 'tmp', path: '/' });
  return vscode.Uri.file(process.env['TMPDIR'] ?? process.env['TEMP'] ?? '/tmp');
}

/** A row and its appearance. */
export interface Row {
  readonly node: TreeNode;
  readonly item: vscode.TreeItem;
}

/** The rows below a row, or of the whole tree, as seen after expanding the rows chosen by `opens`. */
export async function allRows(
  tree: vscode.TreeDataProvider<TreeNode>,
  opens: (row: Row) => boolean = () => true,
  above?: TreeNode,
): Promise<readonly Row[]> {
  const rows = [];
  for (const node of (await tree.getChildren(above)) ?? []) {
    // A row's children are read when it's expanded.
    const item = await tree.getTreeItem(node);
    rows.push({ node, item });
    const isLeaf = item.collapsibleState === vscode.TreeItemCollapsibleState.None;
    if (!isLeaf && opens({ node, item })) rows.push(...(await allRows(tree, opens, node)));
  }
  return rows;
}

const ignore = (): void => undefined;
const silentLog = { debug: ignore, warn: ignore, error: ignore, show: ignore, dispose: ignore };

/** The view of a tree, as far as it receives calls. */
function viewInSight(): Partial<vscode.TreeView<TreeNode>> {
  const never = (): vscode.Disposable => new vscode.Disposable(() => undefined);
  return {
    visible: true,
    selection: [],
    reveal(row) {
      Object.assign(this, { selection: [row] });
      return Promise.resolve();
    },
    onDidChangeVisibility: never,
    onDidChangeSelection: never,
  };
}
