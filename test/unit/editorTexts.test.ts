import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sourceFiles } from '../support/imports';
import { isWrapper } from '../support/wrappers';

/** The parts of the editor that other files may use: none of them shows an unsanitized text. */
const allowedMembers: Readonly<Record<string, readonly string[]>> = {
  window: [
    'activeTextEditor',
    'visibleTextEditors',
    'onDidChangeActiveTextEditor',
    'onDidChangeTextEditorSelection',
    'onDidChangeVisibleTextEditors',
    'onDidChangeWindowState',
    'state',
    'showTextDocument',
    'tabGroups',
    'registerFileDecorationProvider',
    'registerUriHandler',
  ],
  languages: [
    'createDiagnosticCollection',
    'getDiagnostics',
    'onDidChangeDiagnostics',
    'registerCodeActionsProvider',
    'registerCodeLensProvider',
    'registerCompletionItemProvider',
    'registerHoverProvider',
    'setTextDocumentLanguage',
  ],
  lm: ['registerMcpServerDefinitionProvider', 'registerTool'],
  l10n: ['bundle'],
  commands: ['executeCommand', 'registerCommand'],
  authentication: ['getSession', 'registerAuthenticationProvider'],
};

/** What other modules may construct: rows are sanitized where their view is created. */
const allowedObjects = [
  'CancellationError',
  'Disposable',
  'EventEmitter',
  'LanguageModelTextPart',
  'LanguageModelToolResult',
  'McpHttpServerDefinition',
  'Position',
  'Range',
  'RelativePattern',
  'ThemeColor',
  'ThemeIcon',
  'TreeItem',
  'WorkspaceEdit',
];

const sources = sourceFiles('src').map((file) => ({ file, code: readFileSync(file, 'utf8') }));
const others = sources.filter(({ file }) => !isWrapper(file));

/** Every match of a pattern's first group, with its file. */
function findAll(
  files: readonly (typeof sources)[number][],
  pattern: RegExp,
): { readonly file: string; readonly found: string }[] {
  return files.flatMap(({ file, code }) =>
    [...code.matchAll(pattern)].map((match) => ({ file, found: match[1] ?? match[0] })),
  );
}

describe('What the editor shows', () => {
  for (const [area, allowed] of Object.entries(allowedMembers)) {
    it(`only goes through the wrappers: vscode.${area}`, () => {
      const used = findAll(
        others,
        new RegExp(String.raw`\bvscode\.${area}\b(?:\s*\.\s*(\w+))?`, 'g'),
      );
      assert.deepEqual(
        used.filter(({ found }) => !allowed.includes(found)),
        [],
        'use or add a wrapper in src/ui/editor',
      );
    });
  }

  it('is only constructed by the wrappers', () => {
    const made = findAll(others, /\bnew vscode\.(\w+)/g);
    assert.ok(made.length > 20);
    assert.deepEqual(
      made.filter(({ found }) => !allowedObjects.includes(found)),
      [],
      'use or add a wrapper in src/ui/editor',
    );
  });

  it('is imported under one name, so that nothing bypasses the check', () => {
    assert.deepEqual(findAll(sources, /^import (?!type )(?!\* as vscode ).*'vscode'/gm), []);
    assert.deepEqual(findAll(sources, /[=(]\s*(vscode)\s*[;,)]/g), []);
    assert.deepEqual(findAll(others, /'(vscode\.(?:diff|changes|open))'/g), []);
  });

  for (const call of [
    'showErrorMessage',
    'showWarningMessage',
    'showInformationMessage',
    'withProgress',
    'createQuickPick',
    'createInputBox',
    'createTreeView',
    'createWebviewPanel',
    'setStatusBarMessage',
  ]) {
    it(`is shown in one place by vscode.window.${call}`, () => {
      assert.equal(findAll(sources, new RegExp(String.raw`\.${call}\b`, 'g')).length, 1);
    });
  }

  it('says at every input what it is for, and what it asks', () => {
    const asking = others.filter(({ code }) => /\bcreate(?:Pick|InputBox)\b.*\(\)/.test(code));
    assert.ok(asking.length > 5);
    const bare = asking.filter(
      ({ code }) =>
        !/\b(?:pick|box)\.title = \S|\bshowStep[<(]/.test(code) ||
        !/\b(?:pick|box)\.(?:placeholder|prompt) = \S/.test(code),
    );
    assert.deepEqual(
      bare.map(({ file }) => file),
      [],
    );
  });

  it('is sanitized by every wrapper with the same function', () => {
    const without = sources.filter(
      ({ file, code }) => isWrapper(file) && !/from '[./]*base\/foreignText'/.test(code),
    );
    assert.deepEqual(
      without.map(({ file }) => file),
      [],
    );
  });
});

describe('A foreign text', () => {
  /** Modules that compare, store or copy it; none of them shows it. */
  const knowing: readonly string[] = [
    'src/actions/sendAction.ts',
    'src/actions/subject.ts',
    'src/base/foreignText.ts',
    'src/findings/partsOfServers.ts',
    'src/pending/folders/readTree.ts',
    'src/resources/index/resourceIndex.ts',
    'src/resources/names/resourceNames.ts',
    'src/resources/search/arrange.ts',
    'src/ui/commands/handlers/copyHandlers.ts',
    'src/ui/explorer/tree/resourceTree.ts',
    'src/ui/pending/folders/folderCommands.ts',
  ];

  it('is only used unsanitized in a few places', () => {
    const users = new Set(findAll(sources, /\b(?:rawOf|toRaw)\b/g).map(({ file }) => file));
    assert.deepEqual([...users].toSorted(), knowing);
  });

  it('is never cast to a string', () => {
    assert.deepEqual(findAll(sources, /\bas unknown as string\b/g), []);
  });
});
