import * as vscode from 'vscode';
import type { Core } from '../../core';
import { draftScheme, schemaScheme, scheme, viewScheme } from '../../scheme';

const documents: vscode.DocumentSelector = [{ scheme }, { scheme: draftScheme }];

/** How long after a key press the lenses are drawn anew, in milliseconds. */
const pauseMs = 300;

/** Registers help for documents and drafts at once; it is loaded with the first of them. */
export function registerHelp(core: () => Promise<Core>): vscode.Disposable {
  const lensesChanged = new vscode.EventEmitter<void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const redraw = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => lensesChanged.fire(), pauseMs);
  };
  const isOurs = ({ uri }: vscode.TextDocument): boolean =>
    uri.scheme === scheme || uri.scheme === draftScheme;

  return vscode.Disposable.from(
    lensesChanged,
    vscode.workspace.onDidChangeTextDocument(({ document }) => isOurs(document) && redraw()),
    vscode.workspace.onDidSaveTextDocument((document) => isOurs(document) && redraw()),
    vscode.languages.registerCodeLensProvider(documents, {
      onDidChangeCodeLenses: lensesChanged.event,
      provideCodeLenses: async (document) => {
        const [{ provideLenses }, loaded] = await Promise.all([import('./lenses'), core()]);
        return provideLenses(loaded, document);
      },
    }),
    vscode.languages.registerCompletionItemProvider(
      documents,
      {
        provideCompletionItems: async (document, position, token) => {
          const [{ complete }, loaded] = await Promise.all([import('./complete'), core()]);
          return complete(loaded, document, position, token);
        },
      },
      '"',
    ),
    vscode.languages.registerHoverProvider(documents, {
      provideHover: async (document, position) =>
        (await import('./cronHover')).explainSchedule(document, position),
    }),
    vscode.workspace.registerTextDocumentContentProvider(schemaScheme, {
      provideTextDocumentContent: async (uri) => (await import('./schemas')).schemaText(uri),
    }),
    registerViewTexts(core),
  );
}

function registerViewTexts(core: () => Promise<Core>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let isFollowing = false;
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(viewScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => {
        const { snapshots } = await core();
        if (!isFollowing) snapshots.onDidChange((each) => changed.fire(each));
        isFollowing = true;
        return snapshots.read(uri);
      },
    }),
    vscode.workspace.onDidCloseTextDocument(async ({ uri }) => {
      if (uri.scheme === viewScheme) (await core()).snapshots.forget(uri);
    }),
  );
}
