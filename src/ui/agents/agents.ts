import * as vscode from 'vscode';
import { enableServer, isServerEnabled, onDidChangeServerSetting } from './agentSetting';
import { askInNotification, askModal, showError, showMessage, tryAgain } from '../editor/messages';
import { createToolServices } from './tools';
import type { PendingServices } from '../pending/pending';
import { CallLimit, Consent, createAgentTable, type Question } from '../../agents/agentTable';
import type { AgentEndpoint } from '../../agents/endpoint';
import type { EndpointFolder } from '../../agents/server/endpointFolder';
import type { AgentServer } from '../../agents/server/startServer';
import { lazy } from '../../base/lazy';
import { type Account, describeEnvironment } from '../../accounts/account';
import { toPlain } from '../../base/foreignText';
import { showBriefly } from '../editor/statusBar';
import type * as AgentServerCode from '../../agents/server/main';
import { t } from '../../base/l10n';
import { agentEntries } from '../../agents/entries';
import { isNode } from '../../platform/isNode';
import { showPick } from '../editor/quickInput';
import { isBesideRemote } from '../editor/machine';

const callsPerMinute = 30;

export class Agents implements vscode.Disposable {
  readonly #context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'>;
  readonly #version: string;
  readonly #tools: PendingServices;
  readonly #reportError: (error: unknown) => void;
  readonly #consent = new Consent({ ask: askConsent, question: toConsentQuestion, reportAllowed });
  readonly #subscription: vscode.Disposable;
  #running: Promise<AgentServer> | undefined;
  /** Stops watching for programs that request a server. */
  #unwatch: Promise<() => void> | undefined;

  constructor(
    context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'>,
    version: string,
    tools: PendingServices,
    reportError: (error: unknown) => void,
  ) {
    this.#context = context;
    this.#version = version;
    this.#tools = tools;
    this.#reportError = reportError;
    this.#subscription = onDidChangeServerSetting(() => void this.#followOrTell());
    void this.#followOrTell();
  }

  /** Installs the program that other agents start where updates of the extension leave it alone. */
  async installProgram(): Promise<string> {
    const program = vscode.Uri.joinPath(this.#context.extensionUri, 'dist/bridge.js');
    return (await this.#folder()).install(program.fsPath);
  }

  /** Starts the server unless it's running. @throws Error if the person didn't turn it on. */
  async start(): Promise<AgentEndpoint> {
    if (!isServerEnabled()) {
      throw new Error(t('Turn on the setting {0} first.', 'serverManagement.agents.server'));
    }
    this.#running ??= this.#start().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }

  async stop(): Promise<void> {
    const unwatch = this.#unwatch;
    const running = this.#running;
    this.#unwatch = undefined;
    this.#running = undefined;
    // What failed to start doesn't have to be stopped.
    (await unwatch?.catch(() => undefined))?.();
    const server = await running?.catch(() => undefined);
    await server?.stop();
    if (server) await (await this.#folder()).withdraw(server);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Agents would only find that nothing answers, so the person learns why. */
  async #followOrTell(): Promise<void> {
    try {
      await this.#follow();
    } catch (error) {
      this.#reportError(error);
      const again = tryAgain(() => this.#followOrTell());
      await showError(t("Couldn't set up the server for agents."), error, [again]);
    }
  }

  async #follow(): Promise<void> {
    if (!isServerEnabled()) return this.stop();
    const onWanted = (place: string): void => void this.#serve(place).catch(this.#reportError);
    this.#unwatch ??= this.#watch(onWanted).catch((error: unknown) => {
      this.#unwatch = undefined;
      throw error;
    });
    await this.#unwatch;
    await this.installProgram();
    return undefined;
  }

  async #watch(onWanted: (place: string) => void): Promise<() => void> {
    const folder = await this.#folder();
    const unwatch = await folder.watch({ folders: openFolders, onWanted });
    const using = onDidUse(() => void folder.noteUse().catch(this.#reportError));
    return () => {
      using.dispose();
      unwatch();
    };
  }

  async #serve(place: string): Promise<void> {
    const server = await this.start();
    await (await this.#folder()).publish(server, place);
  }

  async #start(): Promise<AgentServer> {
    const table = createAgentTable({
      services: createToolServices(this.#tools, true),
      consent: this.#consent,
      limit: new CallLimit(callsPerMinute),
      record: (call) => void this.#tools.changeLog.addCall(call).catch(this.#reportError),
    });
    const server = await loadServer().startServer(table, this.#version);
    void server.stopped.then(() => this.#forget(server)).catch(this.#reportError);
    return server;
  }

  /** The server stopped because there were no calls. */
  async #forget(server: AgentServer): Promise<void> {
    if ((await this.#running) === server) this.#running = undefined;
    await (await this.#folder()).withdraw(server);
  }

  readonly #folder = lazy(async (): Promise<EndpointFolder> => {
    const uri = vscode.Uri.joinPath(this.#context.globalStorageUri, 'agents');
    return new (loadServer().EndpointFolder)(uri.fsPath);
  });
}

/** Asks until the window closes. Agents call at any moment, so the question takes no keys. */
function askConsent(accounts: readonly Account[]): Promise<boolean> {
  return askInNotification({
    question: t('Let agents use {0}?', namesOf(accounts)),
    detail: t(
      'Until this window closes, they can read names, settings, states and logs. Credentials are masked. They can only propose changes, which you review and apply.',
    ),
    button: t('Allow'),
  });
}

function toConsentQuestion(accounts: readonly Account[]): Question {
  return {
    about: accounts.map(({ id }) => id),
    message: t(
      'Let this agent read {0} in VS Code? Until the VS Code window closes, it can read names, settings, states and logs. Credentials are masked.',
      namesOf(accounts),
    ),
    allow: t('Allow'),
  };
}

function reportAllowed(accounts: readonly Account[]): void {
  showBriefly(t('An agent can now read {0}', namesOf(accounts)), 'unlock');
}

function namesOf(accounts: readonly Account[]): string {
  return accounts
    .map(({ label, environment }) => `${toPlain(label)} (${describeEnvironment(environment)})`)
    .join(', ');
}

/** The host's own `require`; there's no such file in a browser. */
declare const require: (file: './agents.js') => typeof AgentServerCode;

function loadServer(): typeof AgentServerCode {
  return require('./agents.js');
}

function openFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}

function onDidUse(callback: () => void): vscode.Disposable {
  if (vscode.window.state.focused) callback();
  return vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) callback();
  });
}

export async function connectAgents(
  agents: Agents,
  extensionId: string,
  title: string,
): Promise<void> {
  if (!isNode) {
    return showMessage(
      'information',
      t('Other agents can only be connected to VS Code on the desktop.'),
    );
  }
  const chosen = await showPick(
    agentEntries.map((entry) => ({ label: entry.agent, description: entry.file, entry })),
    { title, placeHolder: t('Select an agent; most others take the last entry') },
  );
  if (!chosen) return;
  const { agent, file, toText } = chosen.entry;
  const text = toText(await agents.installProgram());
  const isOn = isServerEnabled();
  const where = t('Add this to {0}:', file);
  const needs = t('The agent needs Node.js on its PATH.');
  const machine = isBesideRemote(extensionId)
    ? t('The entry works for agents on your own machine, not on the remote one.')
    : t('The entry works for agents on the remote machine.');
  const about = vscode.env.remoteName === undefined ? needs : `${needs} ${machine}`;
  const effect = t('This also turns on the setting {0}.', 'serverManagement.agents.server');
  const isAgreed = await askModal({
    question: t('Connect {0}?', agent),
    detail: [where, '', text, '', about, ...(isOn ? [] : ['', effect])].join('\n'),
    place: undefined,
    button: t('Copy Entry'),
  });
  if (!isAgreed) return;
  if (!isOn) await enableServer();
  await vscode.env.clipboard.writeText(text);
  showBriefly(t('Entry for {0} copied', agent));
}
