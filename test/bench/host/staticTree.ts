// The floors for trees: rows from memory after one bare request, and a tree that keeps every answer.
import * as vscode from 'vscode';

interface Row {
  readonly label: string;
  readonly description: string;
}

interface Page {
  readonly data: readonly unknown[];
  readonly meta: { readonly pagination: { readonly total: number; readonly total_pages: number } };
}

const base = `${process.env['BENCH_SERVICE']}/api/v3/servers?perPage=40&page=`;
const headers = {
  Accept: 'application/json',
  'Content-Type': 'application/json',
  Authorization: `Bearer ${process.env['BENCH_TOKEN']}`,
};

async function readPage(number: number): Promise<Page> {
  return (await (await fetch(base + number, { headers })).json()) as Page;
}

function toRows(name: string, count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    label: `${name} ${index + 1}`,
    description: `192.0.2.${index % 256}`,
  }));
}

function toItem({ label, description }: Row): vscode.TreeItem {
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = label;
  item.description = description;
  item.iconPath = new vscode.ThemeIcon('server');
  item.contextValue = 'row';
  return item;
}

function provide(read: () => Promise<Row[]>): vscode.TreeDataProvider<Row> {
  return { getTreeItem: toItem, getChildren: (row) => (row ? [] : read()) };
}

/** Everything that the larger tree retains, like ours: every answer. */
const kept: unknown[] = [];
const page = toRows('page', 40);
const whole = toRows('whole', 10_000);

async function readAll(): Promise<Row[]> {
  const { data, meta } = await readPage(1);
  kept.push(...data);
  for (let number = 2; number <= meta.pagination.total_pages; number += 1) {
    kept.push(...(await readPage(number)).data);
  }
  return toRows('kept', kept.length);
}

/** Called by VS Code when one of the views is opened. */
export function activate({ subscriptions }: vscode.ExtensionContext): void {
  subscriptions.push(
    vscode.window.registerTreeDataProvider(
      'bench.page',
      provide(async () => page.slice(0, (await readPage(1)).data.length)),
    ),
    vscode.window.registerTreeDataProvider(
      'bench.whole',
      provide(async () => whole.slice(0, (await readPage(1)).meta.pagination.total)),
    ),
    vscode.window.registerTreeDataProvider('bench.kept', provide(readAll)),
  );
}
