import type * as vscode from 'vscode';
import { describeEnvironment, environmentColors, isProduction } from '../../accounts/environments';
import type { Account } from '../../accounts/account';
import { type ResourceReference, serverOf } from '../../resources/reference';
import type { AccountServices } from './accountActions';
import { parseDraftPath } from '../../documents/drafts/draftPath';
import { draftScheme } from '../../documents/schemes';
import { createDecoration } from '../editor/decoration';
import { parseRowUri, parseUri } from '../editor/uris';
import { t } from '../../base/l10n';

/** Rows that represent production only have the letter: in red, they'd look wrong. */
export class DocumentMarks implements vscode.FileDecorationProvider {
  readonly #services: AccountServices;

  constructor(services: AccountServices) {
    this.#services = services;
  }

  async provideFileDecoration(uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
    const reference = parseUri(uri);
    const place = reference ?? (uri.scheme === draftScheme ? parseDraftPath(uri.path) : undefined);
    const id = place?.account ?? parseRowUri(uri);
    const account = id === undefined ? undefined : await this.#services.sessions.account(id);
    if (!account) return undefined;
    const server = reference ? this.#serverName(reference) : '';
    const mark = account.isSandbox
      ? { badge: 'SB', words: t('Sandbox, sample data') }
      : environmentMark(account);
    const words = `${[account.label, server].filter(Boolean).join(' › ')} (${mark.words})`;
    const isColored = place !== undefined && isProduction(account);
    return createDecoration(
      mark.badge,
      words,
      isColored ? environmentColors.production : undefined,
    );
  }

  #serverName(reference: ResourceReference): string {
    const place = serverOf(reference);
    const server = place && this.#services.store.find(place);
    return typeof server?.['name'] === 'string' ? server['name'] : '';
  }
}

interface Mark {
  readonly badge: string;
  readonly words: string;
}

/** A letter as well as a color: not everyone sees colors, and a red tab can also mean errors. */
function environmentMark({ environment }: Account): Mark {
  return {
    badge: environment.slice(0, 1).toUpperCase(),
    words: describeEnvironment(environment),
  };
}
