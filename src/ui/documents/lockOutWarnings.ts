import * as vscode from 'vscode';
import { toWarning } from './diagnostics';
import { typedChanges } from '../../resources/documents/changedFields';
import type { Documents } from '../../resources/documents/documents';
import type { LoginSettings } from '../../resources/lockOut';
import type { ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import { findLoginChange, findLoginRisks, firstSwitchedOn } from './loginRisks';
import { parseUri } from '../uris';

/**
 * Warns on the line, while SSH settings are typed that could lock the person out. The warning stands
 * long before the save, which asks.
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
    const change = document.isDirty ? this.#findChange(reference, document.getText()) : undefined;
    if (!change) return;
    const check = new AbortController();
    this.#checks.set(document.uri.path, check);
    const risks = await this.#findRisks(reference, change, check.signal);
    if (check.signal.aborted) return;
    const text = document.getText();
    const path = [firstSwitchedOn(change) ?? ''];
    this.#warnings.set(
      document.uri,
      risks.map((risk) => toWarning(path, risk, text)),
    );
  }

  /** What cannot be read cannot be warned of; a save says itself what is wrong with the service. */
  async #findRisks(
    reference: ResourceReference,
    change: LoginSettings,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    try {
      return await findLoginRisks(this.#client, reference, change, signal);
    } catch {
      return [];
    }
  }

  #findChange(reference: ResourceReference, text: string): LoginSettings | undefined {
    const changes = typedChanges(this.#documents.baseOf(reference) ?? {}, text);
    return findLoginChange(reference, changes ?? []);
  }

  #clear(uri: vscode.Uri): void {
    this.#checks.get(uri.path)?.abort();
    this.#checks.delete(uri.path);
    this.#warnings.delete(uri);
  }
}
