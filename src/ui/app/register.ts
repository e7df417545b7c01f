import * as vscode from 'vscode';
import { toolNames } from '../../agents/tools/toolNames';
import { accountProviderId } from '../../accounts/accountProviderId';
import type { CommandId } from '../../actions/commands';
import { lazy } from '../../base/lazy';
import { draftScheme, pendingScheme, rowScheme, scheme } from '../../documents/schemes';
import { viewTypes } from '../../panels/page/viewType';
import type { Services } from '../commands/services';
import { TextFileSystem } from '../documents/textFileSystem';
import { fileError } from '../editor/fileError';
import { registerPanelSerializer } from '../editor/webviewPanel';
import type * as OnDemand from './onDemand';
import { t } from '../../base/l10n';

type Load = () => Promise<typeof OnDemand & { readonly services: Services }>;

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: CommandId }[] };
}

export function registerCommands(
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

export function registerLinks(load: Load): vscode.Disposable {
  return vscode.window.registerUriHandler({
    async handleUri({ path }) {
      const { services, followLink } = await load();
      await followLink(services.explorer, path);
    },
  });
}

export function registerPanels(load: Load): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.values(viewTypes).map((viewType) =>
      registerPanelSerializer(viewType, async (panel, state) => {
        await (await load()).services.panels.restore(panel, state);
      }),
    ),
  );
}

export function registerAccountProvider(load: Load): vscode.Disposable {
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

export function registerDocumentMarks(load: Load): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const marks = lazy(async () => {
    const { DocumentMarks, services } = await load();
    services.sessions.onDidChangeAccounts(() => changed.fire(undefined));
    return new DocumentMarks(services);
  });
  return vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async (uri) =>
      markedSchemes.has(uri.scheme) ? (await marks()).provideFileDecoration(uri) : undefined,
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

/** Registers staged changes immediately; they are loaded with the first of them. */
export function registerPending(load: Load): vscode.Disposable {
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
    vscode.workspace.registerFileSystemProvider(pendingScheme, files, { isCaseSensitive: true }),
    vscode.workspace.onWillSaveTextDocument((event) => files.noteSaveReason(event)),
    vscode.workspace.onDidCloseTextDocument(async (document) => {
      const isClosed = !vscode.workspace.textDocuments.includes(document);
      if (document.uri.scheme !== pendingScheme || !isClosed) return;
      await (await load()).services.pending.files.forget(document.uri);
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: pendingScheme },
      {
        provideCodeLenses: async (document) => {
          const { explainTogether, services } = await load();
          return explainTogether(services, document);
        },
      },
    ),
  );
}

export function registerTools(load: Load): vscode.Disposable {
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
