import * as vscode from 'vscode';
import { toWarning } from './diagnostics';
import { parseText } from '../../resources/documents/content';
import type { Documents } from '../../resources/documents/documents';
import type { ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import type { JsonObject } from '../../shared/json';
import { findSshRisks } from '../actions/families/lockOutRisks';
import { t } from '../l10n';
import { parseUri } from '../uris';

/** The switches that can keep a person from logging in, once they are on. */
const riskyFields = ['passwordlessLogin', 'preventRootLogin'];

/**
 * Warns on the line, while SSH settings are typed that could lock the person out. The warning stands
 * before the save and does not hold it up: the person may know better.
 */
export class LockOutWarnings implements vscode.Disposable {
  readonly #client: ResourceClient;
  readonly #documents: Documents;
  readonly #warnings = vscode.languages.createDiagnosticCollection('server-management-risks');
  readonly #checks = new Map<string, AbortController>();
  readonly #subscription: vscode.Disposable;

  constructor(client: ResourceClient, documents: Documents) {
    this.#client = client;
    this.#documents = documents;
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#check(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#clear(uri)),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#warnings.dispose();
    for (const check of this.#checks.values()) check.abort();
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    const reference = parseUri(document.uri);
    if (reference?.kind !== 'sshSettings') return;
    this.#clear(document.uri);
    const switchedOn = document.isDirty ? this.#switchedOn(reference, document.getText()) : [];
    if (switchedOn.length === 0) return;
    const check = new AbortController();
    this.#checks.set(document.uri.path, check);
    const risks = await this.#findRisks(reference, switchedOn, check.signal);
    if (check.signal.aborted) return;
    const text = document.getText();
    this.#warnings.set(
      document.uri,
      risks.map((risk) => toWarning(switchedOn.slice(0, 1), risk, text)),
    );
  }

  /** What cannot be read cannot be warned of; a save says itself what is wrong with the service. */
  async #findRisks(
    reference: ResourceReference,
    switchedOn: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const change = Object.fromEntries(switchedOn.map((field) => [field, true]));
    try {
      return await findSshRisks({ client: this.#client, t }, reference, change, signal);
    } catch {
      return [];
    }
  }

  #switchedOn(reference: ResourceReference, text: string): string[] {
    const base = this.#documents.baseOf(reference);
    const mine = parse(text);
    return riskyFields.filter((field) => mine?.[field] === true && base?.[field] !== true);
  }

  #clear(uri: vscode.Uri): void {
    this.#checks.get(uri.path)?.abort();
    this.#checks.delete(uri.path);
    this.#warnings.delete(uri);
  }
}

/** Half-typed text is nothing to warn of. */
function parse(text: string): JsonObject | undefined {
  try {
    return parseText(text);
  } catch {
    return undefined;
  }
}
