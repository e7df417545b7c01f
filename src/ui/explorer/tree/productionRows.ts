import type * as vscode from 'vscode';
import { isProduction } from '../../../accounts/environments';
import type { Sessions } from '../../../accounts/sessions';
import type { TreeNode } from '../../../explorer/nodes';
import { parentOf } from '../../../resources/reference';
import { toRowUri } from '../../editor/uris';

/**
 * Marks the rows that represent production: those of its accounts, and those at the top of one,
 * which are the first rows if there is only one account. Other rows have no mark to look up.
 */
export class ProductionRows {
  readonly #sessions: Pick<Sessions, 'accounts'>;
  #accounts: ReadonlySet<string> = new Set();

  constructor(sessions: Pick<Sessions, 'accounts'>) {
    this.#sessions = sessions;
  }

  /** Determines which accounts are in production, before their rows are drawn. */
  async learn(): Promise<void> {
    const accounts = await this.#sessions.accounts();
    this.#accounts = new Set(accounts.filter(isProduction).map(({ id }) => id));
  }

  /** Gives a row the URI by which the editor asks for its color. */
  mark(item: vscode.TreeItem, node: TreeNode): void {
    const account = topAccountOf(node);
    if (account !== undefined && this.#accounts.has(account)) item.resourceUri = toRowUri(account);
  }
}

/** The account that a row is, or is at the top of. */
function topAccountOf(node: TreeNode): string | undefined {
  if (node.type === 'account') return node.account.id;
  if (node.type !== 'resource' && node.type !== 'collection') return undefined;
  return parentOf(node.reference) ? undefined : node.reference.account;
}
