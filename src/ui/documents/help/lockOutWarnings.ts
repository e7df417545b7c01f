import * as vscode from 'vscode';
import { describeLockOuts, type LockOutGuard } from '../../../documents/writing/guard';
import { typedChanges } from '../../../documents/plan/typedProblems';
import type { Documents } from '../../../documents/documents';
import { findKind } from '../../../resources/kinds/kinds';
import { type PlannedWrite, toPlannedWrites } from '../../../resources/lockOut/plannedWrite';
import { toRemark } from '../diagnostics';
import { parseUri } from '../../editor/uris';

/** As soon as they are typed. The save asks for confirmation as well, but much later. */
export class LockOutWarnings implements vscode.Disposable {
  readonly #guard: LockOutGuard;
  readonly #documents: Documents;
  readonly #warnings = vscode.languages.createDiagnosticCollection('server-management-risks');
  readonly #checks = new Map<string, AbortController>();
  readonly #subscription: vscode.Disposable;

  constructor(guard: LockOutGuard, documents: Documents) {
    this.#guard = guard;
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
    if (!reference) return;
    this.#clear(document.uri);
    const base = this.#documents.baseOf(reference);
    const changes = document.isDirty
      ? typedChanges(findKind(reference.kind), base ?? {}, document.getText())
      : undefined;
    // Only a setting that is turned on can lock anyone out.
    const turnedOn = changes?.find(
      (change) => change.after === true && toPlannedWrites(reference, [change]).length > 0,
    );
    if (!changes || !turnedOn) return;
    const check = new AbortController();
    this.#checks.set(document.uri.path, check);
    const risks = await this.#findRisks(toPlannedWrites(reference, changes, base), check.signal);
    if (check.signal.aborted) return;
    const text = document.getText();
    this.#warnings.set(
      document.uri,
      risks.map((risk) => toRemark(turnedOn.path, risk, text)),
    );
  }

  /** If the data can't be read, there is no warning; the save reports what's wrong. */
  async #findRisks(writes: readonly PlannedWrite[], signal: AbortSignal): Promise<string[]> {
    try {
      return describeLockOuts(await this.#guard.find(writes, signal));
    } catch {
      return [];
    }
  }

  #clear(uri: vscode.Uri): void {
    this.#checks.get(uri.path)?.abort();
    this.#checks.delete(uri.path);
    this.#warnings.delete(uri);
  }
}

export function sshPort(): number {
  return vscode.workspace.getConfiguration('serverManagement.ssh').get('port', 22);
}
