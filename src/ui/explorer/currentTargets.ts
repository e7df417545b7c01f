import * as vscode from 'vscode';
import { parseUri } from '../editor/uris';
import { isAction } from '../../actions/actions';
import type { CommandId } from '../../actions/commands';
import { accountCommands, toPaletteTargets } from '../../explorer/paletteTarget';
import type { TreeNode } from '../../explorer/nodes';
import type { AttentionRow } from '../../findings/rows';
import type { Resource } from '../../resources/kinds/kind';
import { type ResourceReference, type Target, toKey, serversOf } from '../../resources/reference';
import type { Views } from './views';

type ShownRow = TreeNode | AttentionRow;

/** The selected rows or the active document, as chosen last; or else the workspace's link. */
export class CurrentTargets implements vscode.Disposable {
  readonly #find: (reference: ResourceReference) => Resource | undefined;
  readonly #subscriptions: readonly vscode.Disposable[];
  readonly #linked: () => Target | undefined;
  #views: readonly vscode.TreeView<ShownRow>[];
  #isDocumentLast = true;

  constructor(
    { servers, account, attention }: Views,
    find: (reference: ResourceReference) => Resource | undefined,
    linked: () => Target | undefined,
  ) {
    this.#linked = linked;
    this.#find = find;
    this.#views = [servers, account, attention];
    const noteEditor = (editor: vscode.TextEditor | undefined): void => {
      if (editor && parseUri(editor.document.uri)) this.#isDocumentLast = true;
    };
    this.#subscriptions = [
      ...this.#views.map((view) => view.onDidChangeSelection(() => this.#noteSelection(view))),
      vscode.window.onDidChangeActiveTextEditor(noteEditor),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        // Without a kind, a text changed below the cursor: the person may be pointing elsewhere.
        if (kind !== undefined) noteEditor(textEditor);
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** A command's parameters as a menu would pass them; none if it has to ask. */
  parametersFor(command: CommandId): readonly unknown[] {
    if (command in muting) return this.#findings(muting[command as keyof typeof muting]);
    return this.#fitting(command, [...this.#current(command), ...this.#linkedFor(command)]);
  }

  /** The same for a key that was pressed on a row. */
  async parametersForKey(command: CommandId): Promise<readonly unknown[]> {
    const targets = (await this.#rowsOfKey()).flatMap((row) => targetOfRow(row) ?? []);
    return targets.length > 0 ? this.#fitting(command, [targets]) : [];
  }

  #fitting(command: CommandId, candidates: readonly (readonly Target[])[]): readonly unknown[] {
    for (const chosen of candidates) {
      if (accountCommands.has(command)) return chosen.slice(0, 1).map(({ account }) => account);
      const found = toPaletteTargets(command, chosen, this.#find);
      const targets = found.flatMap((each) => each ?? []);
      const [first, ...others] = new Map(targets.map((each) => [toKey(each), each])).values();
      if (first && targets.length === chosen.length) {
        return others.length > 0 ? [first, [first, ...others]] : [first];
      }
    }
    return [];
  }

  #findings(isMuted: boolean): readonly unknown[] {
    const selections = this.#views.map(({ visible, selection }) => (visible ? selection : []));
    const findings = selections.map((rows) =>
      rows.filter((row) => row.type === 'finding' && row.isMuted === isMuted),
    );
    const rows = findings.find(({ length }) => length > 0);
    return rows ? [rows[0], rows] : [];
  }

  /** Only something that the person selected may be removed, and nothing in place of a selected row. */
  #linkedFor(command: CommandId): readonly (readonly Target[])[] {
    const linked = removing.has(command) ? undefined : this.#linked();
    return linked && this.#selected().every((each) => holds(each, linked)) ? [[linked]] : [];
  }

  #noteSelection(view: vscode.TreeView<ShownRow>): void {
    this.#views = [view, ...this.#views.filter((each) => each !== view)];
    this.#isDocumentLast = false;
  }

  /**
   * The focused row, or the selected ones if it's among them, as in VS Code's own Explorer. No stable
   * API tells which row that is, but the editor selects it, and then no longer.
   */
  async #rowsOfKey(): Promise<readonly ShownRow[]> {
    const views = [...this.#views];
    const before = views.map(({ selection }) => selection);
    const toggle = async (): Promise<void> =>
      vscode.commands.executeCommand('list.toggleSelection');
    await toggle();
    const after = views.map(({ selection }) => selection);
    await toggle();
    const place = after.findIndex(({ length }, index) => length !== before[index]?.length);
    const [old = [], now = []] = [before[place], after[place]];
    if (now.length < old.length) return old;
    const added = now.filter((row) => !old.includes(row));
    // More if the rows were refreshed meanwhile.
    return added.length === 1 ? added : [];
  }

  /** While a row is selected that an action isn't for, it isn't for an open document instead. */
  #current(command: CommandId): readonly (readonly Target[])[] {
    const document = vscode.window.activeTextEditor?.document.uri;
    const open = document && parseUri(document);
    const selected = this.#selected();
    const chosen = [open ? [open] : [], selected];
    if (this.#isDocumentLast || selected.length === 0)
      return chosen.filter(({ length }) => length > 0);
    return isAction(command) ? [selected] : chosen.toReversed();
  }

  #selected(): readonly Target[] {
    const view = this.#views.find(({ visible, selection }) => visible && selection.length > 0);
    return (view?.selection ?? []).flatMap((row) => targetOfRow(row) ?? []);
  }
}

const removing: ReadonlySet<CommandId> = new Set([
  'serverManagement.delete',
  'serverManagement.removeAccount',
]);

/** The commands about findings, and whether they're about muted ones. */
const muting = {
  'serverManagement.muteFinding': false,
  'serverManagement.unmuteFinding': true,
} as const satisfies Partial<Record<CommandId, boolean>>;

function holds(row: Target, { account }: Target): boolean {
  return row.account === account && 'parents' in row && row.parents.length === 0;
}

function targetOfRow(row: ShownRow | undefined): Target | undefined {
  if (row?.type === 'finding') return row.finding.target;
  if (row?.type === 'failure') return targetOfRow(row.parent);
  if (row?.type === 'account') return serversOf(row.account.id);
  return row && 'reference' in row && row.type !== 'rest' ? row.reference : undefined;
}
