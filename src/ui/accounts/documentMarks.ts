import * as vscode from 'vscode';
import { describeEnvironment } from './environments';
import type { Account } from '../../resources/accounts/account';
import { lineage } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { t } from '../l10n';
import { parseUri } from '../uris';

/** Marks the tabs of documents by their account: in a letter, and in words where one points at them. */
export class DocumentMarks implements vscode.FileDecorationProvider {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  async provideFileDecoration(uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
    const reference = parseUri(uri);
    const account = reference && (await this.#core.sessions.account(reference.account));
    if (!account) return undefined;
    const place = [account.label, this.#serverName(reference)].filter(Boolean).join(' › ');
    const mark = account.isSandbox ? sandboxMark() : environmentMark(account);
    return new vscode.FileDecoration(mark.badge, `${place} (${mark.words})`);
  }

  #serverName({ account, kind, ids }: ResourceReference): string {
    if (lineage(kind)[0]?.id !== 'server') return '';
    const server = this.#core.store.find({ account, kind: 'server', ids: ids.slice(0, 1) });
    return typeof server?.['name'] === 'string' ? server['name'] : '';
  }
}

interface Mark {
  readonly badge: string;
  readonly words: string;
}

function sandboxMark(): Mark {
  return { badge: 'SB', words: t('sandbox, made-up data') };
}

/** In a letter, not in colour: a red tab is one with errors. */
function environmentMark({ environment }: Account): Mark {
  return {
    badge: environment.slice(0, 1).toUpperCase(),
    words: describeEnvironment(environment),
  };
}
