import { saveByKey } from '../../support/host/saveByKey';
import * as vscode from 'vscode';
import { PlainFiles, plainScheme } from './plainFiles';
import { rest } from './rest';

/**
 * How long it took to open and to save a document, one of a file system that only sends
 * the requests, and with bare requests; in milliseconds.
 */
export interface DocumentRun {
  readonly open: number;
  readonly plainOpen: number;
  readonly get: number;
  readonly save: number;
  readonly plainSave: number;
  readonly getAndPatch: number;
}

interface Input {
  readonly account: string;
  /** The servers whose SSH settings are opened and saved, one in each run, because a document only opens once. */
  readonly servers: readonly number[];
}

const headers = {
  Accept: 'application/json',
  'Content-Type': 'application/json',
  Authorization: `Bearer ${process.env['BENCH_TOKEN']}`,
};

/** Opens and saves documents, with the same bare requests in between. */
export async function openDocuments({ account, servers }: Input): Promise<readonly DocumentRun[]> {
  const runs: DocumentRun[] = [];
  const plain = vscode.workspace.registerFileSystemProvider(plainScheme, new PlainFiles(request));
  for (const server of servers) {
    const url = `${process.env['BENCH_SERVICE']}/api/v3/servers/${server}/settings/ssh`;
    const uri = `server-management:/server-management/${account}/servers/${server}/${server}.ssh.json`;
    runs.push(await run(url, vscode.Uri.parse(uri)));
  }
  plain.dispose();
  return runs;
}

async function run(url: string, uri: vscode.Uri): Promise<DocumentRun> {
  const get = await timed(() => request(url));
  const { open, save } = await openAndSave(uri);
  const plain = vscode.Uri.from({ scheme: plainScheme, path: uri.path, query: url });
  const { open: plainOpen, save: plainSave } = await openAndSave(plain);
  const getAndPatch = await timed(async () => {
    const { useDns } = (await request(url)) as { useDns: boolean };
    await request(url, { method: 'PATCH', body: JSON.stringify({ useDns: !useDns }) });
  });
  return { open, plainOpen, get, save, plainSave, getAndPatch };
}

async function openAndSave(uri: vscode.Uri): Promise<Pick<DocumentRun, 'open' | 'save'>> {
  const before = performance.now();
  const document = await vscode.workspace.openTextDocument(uri);
  const open = performance.now() - before;
  // Saving a document that isn't shown asks first.
  await vscode.window.showTextDocument(document);
  await turn(document);
  // A person saves what the window has drawn.
  await rest(100);
  const save = await timed(() => saveByKey(document));
  if (document.isDirty) throw new Error(`${uri.path} was not saved.`);
  return { open, save };
}

/** Changes one field of a document. */
async function turn(document: vscode.TextDocument): Promise<void> {
  const text = document.getText();
  const changed = text.includes('"useDns": true')
    ? text.replace('"useDns": true', '"useDns": false')
    : text.replace('"useDns": false', '"useDns": true');
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), changed);
  await vscode.workspace.applyEdit(edit);
}

async function request(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, { headers, ...init });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
