import * as vscode from 'vscode';

/** What is registered with the editor at activation, by name. */
interface Names {
  readonly commands: readonly string[];
  readonly views: readonly string[];
  readonly tools: readonly string[];
  readonly fileSystems: readonly string[];
  readonly texts: readonly string[];
  readonly panels: readonly string[];
  readonly accounts: string;
  readonly modelServers: string;
}

const nothing = (): undefined => undefined;

const noFiles: vscode.FileSystemProvider = {
  onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
  watch: () => new vscode.Disposable(nothing),
  stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0 }),
  readDirectory: () => [],
  createDirectory: nothing,
  readFile: () => new Uint8Array(),
  writeFile: nothing,
  delete: nothing,
  rename: nothing,
};

/**
 * Called by VS Code: registers everything that our extension registers, in one file and without function. No
 * extension that offers the same can do less.
 */
export function activate({ extension, subscriptions }: vscode.ExtensionContext): void {
  const { names } = extension.packageJSON as { readonly names: Names };
  const { commands, languages, window, workspace } = vscode;
  const toSelector = (schemes: readonly string[]) => schemes.map((scheme) => ({ scheme }));
  const documents = toSelector(names.fileSystems);
  const treeDataProvider = { getChildren: () => [], getTreeItem: () => new vscode.TreeItem('') };
  subscriptions.push(
    ...names.views.map((id) =>
      window.createTreeView(id, { treeDataProvider, showCollapseAll: true, canSelectMany: true }),
    ),
    ...names.commands.map((id) => commands.registerCommand(id, nothing)),
    ...names.fileSystems.flatMap((scheme) => [
      workspace.registerFileSystemProvider(scheme, noFiles, { isCaseSensitive: true }),
      workspace.onWillSaveTextDocument(nothing),
      workspace.onDidSaveTextDocument(nothing),
      workspace.onDidCloseTextDocument(nothing),
      workspace.onDidChangeTextDocument(nothing),
    ]),
    workspace.onDidOpenTextDocument(nothing),
    workspace.onDidChangeConfiguration(nothing),
    ...names.texts.map((scheme) =>
      workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: nothing,
      }),
    ),
    ...[documents, toSelector(names.texts)].flatMap((selector) => [
      languages.registerCodeLensProvider(selector, { provideCodeLenses: nothing }),
      languages.registerHoverProvider(selector, { provideHover: nothing }),
    ]),
    languages.registerCompletionItemProvider(documents, { provideCompletionItems: nothing }, '"'),
    vscode.authentication.registerAuthenticationProvider(
      names.accounts,
      names.accounts,
      {
        onDidChangeSessions:
          new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>()
            .event,
        getSessions: () => Promise.resolve([]),
        createSession: () => Promise.reject(new Error('There are no accounts here.')),
        removeSession: () => Promise.resolve(),
      },
      { supportsMultipleAccounts: true },
    ),
    window.registerFileDecorationProvider({ provideFileDecoration: nothing }),
    window.registerUriHandler({ handleUri: nothing }),
    ...names.panels.map((panel) =>
      window.registerWebviewPanelSerializer(panel, {
        deserializeWebviewPanel: () => Promise.resolve(),
      }),
    ),
    vscode.lm.registerMcpServerDefinitionProvider(names.modelServers, {
      provideMcpServerDefinitions: () => [],
    }),
    ...names.tools.map((name) =>
      vscode.lm.registerTool(name, { invoke: () => new vscode.LanguageModelToolResult([]) }),
    ),
  );
}
