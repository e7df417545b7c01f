import * as vscode from 'vscode';
import { describeLockOuts, type LockOutGuard } from '../../../documents/writing/guard';
import { typedChanges } from '../../../documents/plan/savePlan';
import type { Documents } from '../../../documents/documents';
import { findKind } from '../../../resources/kinds/kinds';
import { toPlannedWrites } from '../../../resources/lockOut/findLockOuts';
import { toRemark } from '../diagnostics';
import { parseUri } from '../../editor/uris';

/** As soon as they are typed. The save asks for confirmation as well, but much later. */
export function warnOfLockOuts(guard: LockOutGuard, documents: Documents): vscode.Disposable {
  const warnings = vscode.languages.createDiagnosticCollection('server-management-risks');
  const checks = new Map<string, AbortController>();
  const clear = (uri: vscode.Uri): void => {
    checks.get(uri.path)?.abort();
    checks.delete(uri.path);
    warnings.delete(uri);
  };
  const check = async (document: vscode.TextDocument): Promise<void> => {
    const { uri } = document;
    const reference = parseUri(uri);
    if (!reference) return;
    clear(uri);
    const base = documents.baseOf(reference);
    const changes = document.isDirty
      ? typedChanges(findKind(reference.kind), base ?? {}, document.getText())
      : undefined;
    // Only a setting that is turned on can lock anyone out.
    const turnedOn = changes?.find(
      (change) => change.after === true && toPlannedWrites(reference, [change]).length > 0,
    );
    if (!changes || !turnedOn) return;
    const stop = new AbortController();
    checks.set(uri.path, stop);
    const found = guard.find(toPlannedWrites(reference, changes, base), stop.signal);
    // If the data can't be read, there is no warning; the save reports what's wrong.
    const risks = describeLockOuts(await found.catch(() => []));
    if (stop.signal.aborted) return;
    const text = document.getText();
    warnings.set(
      uri,
      risks.map((risk) => toRemark(turnedOn.path, risk, text)),
    );
  };
  return vscode.Disposable.from(
    warnings,
    { dispose: () => checks.forEach((each) => each.abort()) },
    vscode.workspace.onDidChangeTextDocument(({ document }) => check(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => clear(uri)),
  );
}

export function sshPort(): number {
  return vscode.workspace.getConfiguration('serverManagement.ssh').get('port', 22);
}
