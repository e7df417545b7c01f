import * as vscode from 'vscode';
import type { complete } from './complete';
import type { explainSchedule } from './cronHover';
import type { provideLenses } from './lenses';
import type { DocumentServices } from '../documentServices';
import { draftScheme, scheme } from '../../../documents/schemes';
import type { Disposable } from '../../../base/emitter';

const documents: vscode.DocumentSelector = [{ scheme }, { scheme: draftScheme }];

/** How long after a keystroke the lenses are refreshed, in milliseconds. */
const refreshDelayMs = 300;

interface Help {
  readonly services: DocumentServices;
  readonly complete: typeof complete;
  readonly explainSchedule: typeof explainSchedule;
  readonly provideLenses: typeof provideLenses;
}

/** Registers help for documents and drafts immediately; it is loaded with the first of them. */
export function registerHelp(load: () => Promise<Help>): vscode.Disposable {
  const lensesChanged = new vscode.EventEmitter<void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Drafts and writes are watched once one is shown, because they change its lenses. */
  let followed: Disposable | undefined;
  const redraw = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => lensesChanged.fire(), refreshDelayMs);
  };
  const isOurs = ({ uri }: vscode.TextDocument): boolean =>
    uri.scheme === scheme || uri.scheme === draftScheme;

  return vscode.Disposable.from(
    lensesChanged,
    new vscode.Disposable(() => followed?.dispose()),
    vscode.workspace.onDidChangeTextDocument(({ document }) => isOurs(document) && redraw()),
    vscode.workspace.onDidSaveTextDocument((document) => isOurs(document) && redraw()),
    vscode.languages.registerCodeLensProvider(documents, {
      onDidChangeCodeLenses: lensesChanged.event,
      provideCodeLenses: async (document) => {
        const { provideLenses, services } = await load();
        followed ??= vscode.Disposable.from(
          services.drafts.onDidChangeState(redraw),
          // A partly saved text stays unsaved.
          services.documents.onDidWrite(redraw),
        );
        return provideLenses(services, document);
      },
    }),
    vscode.languages.registerCompletionItemProvider(
      documents,
      {
        provideCompletionItems: async (document, position, token) => {
          const { complete, services } = await load();
          return complete(services, document, position, token);
        },
      },
      '"',
    ),
    vscode.languages.registerHoverProvider(documents, {
      provideHover: async (document, position) =>
        (await load()).explainSchedule(document, position),
    }),
  );
}
