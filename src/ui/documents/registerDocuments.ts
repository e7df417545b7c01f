import * as vscode from 'vscode';
import type { Saves } from './saves';
import type { SaveConfirmation } from './saveConfirmation';
import { TextFileSystem } from './textFileSystem';
import type { OpenText } from '../../documents/open/textOrigin';
import { draftScheme, schemaScheme, scheme, viewScheme } from '../../documents/schemes';
import { lazy } from '../../base/lazy';
import type { openCreated } from './drafts/openCreated';
import type { complete } from './help/complete';
import type { explainSchedule } from './help/cronHover';
import type { provideLenses } from './help/lenses';
import type { DocumentServices } from './documentServices';
import type { Disposable } from '../../base/emitter';
import type { provideText } from './texts/provideText';
import type { ReportTexts } from './reports/provideReport';
import type { Snapshots } from '../editor/snapshots';

export function registerDocuments(
  load: () => Promise<{ readonly services: { readonly saves: Saves } }>,
  saveConfirmation: SaveConfirmation,
): vscode.Disposable {
  const files = new TextFileSystem(
    scheme,
    saveConfirmation,
    lazy(async () => {
      const { saves } = (await load()).services;
      saves.onDidChange((uri) => files.noteChange(uri));
      return saves;
    }),
  );

  const tell = async (
    { uri }: vscode.TextDocument,
    note: (saves: Saves, uri: vscode.Uri) => unknown,
  ): Promise<void> => {
    if (uri.scheme === scheme) await note((await load()).services.saves, uri);
  };
  /** The current text: the person may keep typing while the services are loading. */
  const toOpenText = (document: vscode.TextDocument): OpenText => ({
    text: document.getText(),
    isDirty: document.isDirty,
  });

  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(scheme, files, { isCaseSensitive: true }),
    vscode.workspace.onDidOpenTextDocument(async (document) => {
      const text = toOpenText(document);
      await tell(document, (saves, uri) => saves.open(uri, text));
    }),
    vscode.workspace.onDidChangeTextDocument(async ({ document }) => {
      const text = toOpenText(document);
      await tell(document, (saves, uri) => saves.change(uri, text));
    }),
    vscode.workspace.onWillSaveTextDocument((event) => {
      files.noteSaveReason(event);
      event.waitUntil(tell(event.document, (saves, uri) => saves.expect(uri, event.reason)));
    }),
    vscode.workspace.onDidSaveTextDocument((document) =>
      tell(document, (saves, uri) => saves.finish(uri)),
    ),
    vscode.workspace.onDidCloseTextDocument(async (document) => {
      const isStillOpen = vscode.workspace.textDocuments.includes(document);
      if (!isStillOpen) await tell(document, (saves, uri) => saves.close(uri));
    }),
  );
}

export function registerDrafts(
  load: () => Promise<{
    readonly services: DocumentServices;
    readonly openCreated: typeof openCreated;
  }>,
  saveConfirmation: SaveConfirmation,
): vscode.Disposable {
  const files = new TextFileSystem(
    draftScheme,
    saveConfirmation,
    async () => (await load()).services.drafts,
  );
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(draftScheme, files, { isCaseSensitive: true }),
    vscode.workspace.onWillSaveTextDocument((event) => files.noteSaveReason(event)),
    vscode.workspace.onDidChangeTextDocument(async (event) => {
      const { document, contentChanges } = event;
      if (document.uri.scheme !== draftScheme || contentChanges.length === 0) return;
      await (await load()).services.drafts.secrets.noteChange(event);
    }),
    // A backup made by another version may contain secrets.
    vscode.workspace.onDidOpenTextDocument(async (document) => {
      if (document.uri.scheme === draftScheme)
        await (await load()).services.drafts.secrets.removeSecrets(document);
    }),
    vscode.workspace.onDidSaveTextDocument(async ({ uri }) => {
      if (uri.scheme !== draftScheme) return;
      const { openCreated, services } = await load();
      await openCreated(services, uri);
    }),
    vscode.workspace.onDidCloseTextDocument(async (document) => {
      const isClosed = !vscode.workspace.textDocuments.includes(document);
      if (document.uri.scheme === draftScheme && isClosed) {
        await (await load()).services.drafts.forget(document.uri);
      }
    }),
  );
}

const documents: vscode.DocumentSelector = [{ scheme }, { scheme: draftScheme }];

/** How long after a keystroke the lenses are refreshed, in milliseconds. */
const refreshDelayMs = 300;

interface Help {
  readonly services: DocumentServices;
  readonly complete: typeof complete;
  readonly explainSchedule: typeof explainSchedule;
  readonly provideLenses: typeof provideLenses;
}

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

// Loading `reportPath` here would load the contract during activation.
const reportScheme = 'server-management-report';
const schemes = [viewScheme, schemaScheme, reportScheme];

interface Texts {
  readonly services: { readonly snapshots: Snapshots; readonly reportTexts: ReportTexts };
  readonly provideText: typeof provideText;
}

/** Such as reports and the older side of a diff. */
export function registerTexts(load: () => Promise<Texts>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const loadAndFollow = lazy(async () => {
    const loaded = await load();
    loaded.services.snapshots.onDidChange((uri) => changed.fire(uri));
    loaded.services.reportTexts.onDidChange((uri) => changed.fire(uri));
    return loaded;
  });
  /** The editor accepts one scheme at a time, and complains about changes in any other. */
  const register = (scheme: string): vscode.Disposable =>
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: (listener: (uri: vscode.Uri) => unknown) =>
        changed.event((uri) => uri.scheme === scheme && listener(uri)),
      provideTextDocumentContent: async (uri, token) => {
        const { provideText, services } = await loadAndFollow();
        return provideText(services.snapshots, services.reportTexts, uri, token);
      },
    });
  return vscode.Disposable.from(
    changed,
    ...schemes.map(register),
    vscode.workspace.onDidCloseTextDocument(async ({ uri }) => {
      if (uri.scheme === viewScheme) (await loadAndFollow()).services.snapshots.forget(uri);
    }),
  );
}
