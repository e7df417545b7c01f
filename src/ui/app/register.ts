import * as vscode from 'vscode';
import type * as OnDemand from './onDemand';
import { toolNames } from '../../agents/tools/toolContributions';
import { accountProviderId } from '../../accounts/accountProviderId';
import type { CommandId } from '../../actions/commands';
import { lazy } from '../../base/lazy';
import {
  draftScheme,
  pendingScheme,
  rowScheme,
  scheme,
  schemaScheme,
  viewScheme,
} from '../../documents/schemes';
import { viewTypes } from '../../panels/page/viewType';
import type { Services } from '../commands/services';
import { TextFileSystem, type SaveConfirmation } from '../documents/saveConfirmation';
import { fileError } from '../editor/fileError';
import { registerPanelSerializer } from '../editor/webviewPanel';
import { t } from '../../base/l10n';
import { isServerEnabled, onDidChangeServerSetting } from '../agents/agentSetting';
import { connectionHeader } from '../../agents/endpoint';
import { randomHex } from '../../base/random';
import type { Saves } from '../documents/saves';
import type { OpenText } from '../../documents/openDocument';
import type { Disposable } from '../../base/emitter';

type Load = () => Promise<typeof OnDemand & { readonly services: Services }>;

/** Registers everything at once; what it calls is loaded when the editor first calls it. */
export function register(
  extension: vscode.Extension<unknown>,
  load: Load,
  saveConfirmation: SaveConfirmation,
): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommands(extension, load),
    registerDocuments(load, saveConfirmation),
    registerDrafts(load, saveConfirmation),
    registerHelp(load),
    registerTexts(load),
    registerAccountProvider(load),
    registerDocumentMarks(load),
    registerLinks(load),
    registerTools(load),
    registerAgents(load),
    registerPanels(load),
    registerPending(load),
  );
}

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: CommandId }[] };
}

function registerCommands(
  { packageJSON }: vscode.Extension<unknown>,
  load: Load,
): vscode.Disposable {
  const { contributes } = packageJSON as Manifest;
  return vscode.Disposable.from(
    ...contributes.commands.map(({ command }) =>
      vscode.commands.registerCommand(command, async (...parameters: unknown[]) => {
        const { runCommand, services } = await load();
        return runCommand(command, services, parameters);
      }),
    ),
  );
}

function registerLinks(load: Load): vscode.Disposable {
  return vscode.window.registerUriHandler({
    async handleUri({ path }) {
      const { services, followLink } = await load();
      await followLink(services.explorer, path);
    },
  });
}

function registerPanels(load: Load): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.values(viewTypes).map((viewType) =>
      registerPanelSerializer(viewType, async (panel, state) => {
        await (await load()).services.panels.restore(panel, state);
      }),
    ),
  );
}

function registerAccountProvider(load: Load): vscode.Disposable {
  const changed =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const provider = lazy(async () => {
    const { AccountProvider, services } = await load();
    return new AccountProvider(services, (change) => changed.fire(change));
  });
  return vscode.authentication.registerAuthenticationProvider(
    accountProviderId,
    t('Server Management'),
    {
      onDidChangeSessions: changed.event,
      getSessions: async (scopes, { account }) => (await provider()).list(scopes, account?.id),
      createSession: async (scopes) => (await provider()).signIn(scopes),
      removeSession: async (id) => (await provider()).signOut(id),
    },
    { supportsMultipleAccounts: true },
  );
}

const markedSchemes: ReadonlySet<string> = new Set([scheme, draftScheme, rowScheme]);

function registerDocumentMarks(load: Load): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const marks = lazy(async () => {
    const { markDocument, services } = await load();
    services.sessions.onDidChangeAccounts(() => changed.fire(undefined));
    return (uri: vscode.Uri) => markDocument(services, uri);
  });
  return vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async (uri) =>
      markedSchemes.has(uri.scheme) ? (await marks())(uri) : undefined,
  });
}

function registerFiles(scheme: string, files: TextFileSystem): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(scheme, files, { isCaseSensitive: true }),
    vscode.workspace.onWillSaveTextDocument((event) => files.noteSaveReason(event)),
  );
}

/** The editor also reports a text as closed if it opens again at once, in another language. */
function onDidClose(scheme: string, forget: (uri: vscode.Uri) => unknown): vscode.Disposable {
  return vscode.workspace.onDidCloseTextDocument(async (document) => {
    const isClosed = !vscode.workspace.textDocuments.includes(document);
    if (document.uri.scheme === scheme && isClosed) await forget(document.uri);
  });
}

/** Saving one only stages changes, so there is nothing to ask; but it has to be a save. */
const stagedChecks = { announce: () => undefined, check: checkOpen };

/** Any extension can write a file: what it stages that way would pass for the person's. */
async function checkOpen(uri: vscode.Uri, text: string): Promise<void> {
  const isOpen = vscode.workspace.textDocuments.some(
    (document) => document.uri.toString() === uri.toString() && document.getText() === text,
  );
  if (!isOpen) throw fileError(t('Only an open document can stage changes.'));
}

function registerPending(load: Load): vscode.Disposable {
  const files = new TextFileSystem(
    pendingScheme,
    stagedChecks,
    lazy(async () => {
      const { pending } = (await load()).services;
      await pending.changes.refresh();
      pending.files.onDidChange((uri) => files.noteChange(uri));
      return pending.files;
    }),
  );
  return vscode.Disposable.from(
    registerFiles(pendingScheme, files),
    onDidClose(pendingScheme, async (uri) => (await load()).services.pending.files.forget(uri)),
  );
}

function registerTools(load: Load): vscode.Disposable {
  return vscode.Disposable.from(
    ...toolNames.map((name) =>
      vscode.lm.registerTool(name, {
        async prepareInvocation(options) {
          const { prepareTool, services } = await load();
          return prepareTool(name, services, options);
        },
        async invoke(options, token) {
          const { invokeTool, services } = await load();
          return invokeTool(name, services, options, token);
        },
      }),
    ),
  );
}

const providerId = 'serverManagement.agents';

/** A placeholder address: the real server gets a new one with each start. */
const nowhere = 'http://127.0.0.1/mcp';

/** Offers the tools to agents in the editor, which start the server when they first need it. */
export function registerAgents(
  load: () => Promise<{
    readonly services: { readonly agents: Pick<Services['agents'], 'start'> };
  }>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition> = {
    onDidChangeMcpServerDefinitions: changed.event,
    async provideMcpServerDefinitions() {
      if (!isServerEnabled()) return [];
      // Once loaded, it also waits for programs outside the editor that request a server.
      await load();
      return [
        new vscode.McpHttpServerDefinition(t('Server Management'), vscode.Uri.parse(nowhere)),
      ];
    },
    async resolveMcpServerDefinition(definition) {
      const { services } = await load();
      const { url, token } = await services.agents.start();
      definition.uri = vscode.Uri.parse(url);
      definition.headers = {
        Authorization: `Bearer ${token}`,
        [connectionHeader]: randomHex(16),
      };
      return definition;
    },
  };
  return vscode.Disposable.from(
    changed,
    onDidChangeServerSetting(() => changed.fire()),
    vscode.lm.registerMcpServerDefinitionProvider(providerId, provider),
  );
}

function registerDocuments(load: Load, saveConfirmation: SaveConfirmation): vscode.Disposable {
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
    registerFiles(scheme, files),
    vscode.workspace.onDidOpenTextDocument(async (document) => {
      const text = toOpenText(document);
      await tell(document, (saves, uri) => saves.open(uri, text));
    }),
    vscode.workspace.onDidChangeTextDocument(async ({ document }) => {
      const text = toOpenText(document);
      await tell(document, (saves, uri) => saves.change(uri, text));
    }),
    vscode.workspace.onWillSaveTextDocument((event) =>
      event.waitUntil(tell(event.document, (saves, uri) => saves.expect(uri, event.reason))),
    ),
    vscode.workspace.onDidSaveTextDocument((document) =>
      tell(document, (saves, uri) => saves.finish(uri)),
    ),
    onDidClose(scheme, async (uri) => (await load()).services.saves.close(uri)),
  );
}

function registerDrafts(load: Load, saveConfirmation: SaveConfirmation): vscode.Disposable {
  const files = new TextFileSystem(
    draftScheme,
    saveConfirmation,
    async () => (await load()).services.drafts,
  );
  return vscode.Disposable.from(
    registerFiles(draftScheme, files),
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
    onDidClose(draftScheme, async (uri) => (await load()).services.drafts.forget(uri)),
  );
}

const helped = [scheme, draftScheme, pendingScheme];
const documents = helped.map((each) => ({ scheme: each }));

/** How long after a keystroke the lenses are refreshed, in milliseconds. */
const refreshDelayMs = 300;

function registerHelp(load: Load): vscode.Disposable {
  const lensesChanged = new vscode.EventEmitter<void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What changes lenses is watched once one is shown. */
  let followed: Disposable | undefined;
  const redraw = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => lensesChanged.fire(), refreshDelayMs);
  };
  const isOurs = ({ uri }: vscode.TextDocument): boolean => helped.includes(uri.scheme);

  return vscode.Disposable.from(
    lensesChanged,
    new vscode.Disposable(() => followed?.dispose()),
    vscode.workspace.onDidChangeTextDocument(({ document }) => isOurs(document) && redraw()),
    vscode.workspace.onDidSaveTextDocument((document) => isOurs(document) && redraw()),
    // The next runs of a job may have passed meanwhile.
    vscode.window.onDidChangeWindowState(({ focused }) => focused && redraw()),
    vscode.languages.registerCodeLensProvider(documents, {
      onDidChangeCodeLenses: lensesChanged.event,
      provideCodeLenses: async (document) => {
        const { explainTogether, provideLenses, services } = await load();
        followed ??= vscode.Disposable.from(
          services.drafts.onDidChangeState(redraw),
          // A partly saved text stays unsaved.
          services.documents.onDidWrite(redraw),
          services.sessions.onDidChangeAccounts(redraw),
          services.store.onDidChange(redraw),
          services.pending.changes.onDidChange(redraw),
        );
        const isPending = document.uri.scheme === pendingScheme;
        return (isPending ? explainTogether : provideLenses)(services, document);
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

interface Texts extends Pick<typeof OnDemand, 'provideText'> {
  readonly services: Pick<Services, 'snapshots' | 'reportTexts'>;
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
