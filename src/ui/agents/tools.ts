import * as vscode from 'vscode';
import type {
  KnownFindings,
  ProposalEditor,
  ProposedText,
  ToolServices,
  Tool,
} from '../../agents/tools/tool';
import type { PendingServices } from '../pending/pending';
import { describeError } from '../editor/messages';
import { followedLink } from '../accounts/link/workspaceLink';
import { parseDocument } from '../../documents/content';
import { planSave } from '../../documents/plan/savePlan';
import { replacesStaged } from '../../pending/stagedChange';
import { findKind } from '../../resources/kinds/kinds';
import { openText } from '../documents/documentUri';
import { t } from '../../base/l10n';
import { callTool, failureText } from '../../agents/tools/callTool';
import type { ToolName } from '../../agents/tools/toolContributions';
import { tools } from '../../agents/tools/tools';
import { toSignal } from '../editor/cancellation';
import { Markdown } from '../editor/markdown';

/** More than anyone has: other accounts' resources must not use up the page of one. */
const mostFound = 100_000;

/** `stagesAlways`: also a single proposal, because no editor opens for programs outside the editor. */
export function createToolServices(services: PendingServices, stagesAlways = false): ToolServices {
  const { sessions, client, names, explorer, attention } = services;
  return {
    sessions,
    client,
    describeError,
    linked: followedLink,
    editor: createProposalEditor(services, stagesAlways),
    trailOf: (reference) => names.trailOf(reference),
    async search(query, accounts) {
      await explorer.finder.open();
      return explorer.finder.index
        .search(query, mostFound)
        .filter(({ reference }) => accounts.includes(reference.account));
    },
    findings: (accounts) => reviewFindings(attention, accounts),
    allowsProduction: ({ id, label }) => {
      const allowed = vscode.workspace
        .getConfiguration('serverManagement.agents')
        .inspect<unknown>('productionAccounts')?.globalValue;
      return Array.isArray(allowed) && (allowed.includes(id) || allowed.includes(label));
    },
  };
}

async function reviewFindings(
  attention: PendingServices['attention'],
  accounts: readonly string[],
): Promise<KnownFindings> {
  const { findings, areas } = await attention.review(accounts);
  return {
    findings: findings.map((finding) => ({
      ...finding,
      about: attention.labelOf(finding.target),
    })),
    checked: areas.map(({ id, checked, total }) => ({ area: id, checked, total })),
  };
}

/** Shows a single proposal in its document, and stages others; nothing is sent. */
function createProposalEditor(services: PendingServices, stagesAlways: boolean): ProposalEditor {
  const isReviewed = ({ uri, isDirty }: vscode.TextDocument): boolean =>
    isDirty && services.proposals.get(uri.toString()) === true;
  return {
    stages: (count) => stagesAlways || count > 1 || vscode.workspace.textDocuments.some(isReviewed),
    async open(reference) {
      const document = await openText(services, reference);
      return { text: document.getText(), hasUnsavedChanges: document.isDirty };
    },
    async propose(proposed, reason) {
      const [only] = proposed;
      if (only && !this.stages(proposed.length)) {
        await show(services, await openText(services, only.reference), only.text);
        return 'shown';
      }
      const documents = await Promise.all(
        proposed.map(async (each) => ({
          ...each,
          document: await openText(services, each.reference),
        })),
      );
      const staged = documents.map((each) => toStaging(services, each, reason));
      if (staged.some(({ isTaken }) => isTaken)) return 'taken';
      await services.pending.stage(staged);
      return 'staged';
    },
  };
}

async function show(
  services: PendingServices,
  document: vscode.TextDocument,
  text: string,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error(t('The editor refused the change; nothing was proposed.'));
  }
  await services.saves.noteProposed(document.uri);
  await vscode.window.showTextDocument(document, { preview: false });
  await vscode.commands.executeCommand('workbench.files.action.compareWithSaved', document.uri);
}

/** A change to stage; it's `taken` if it would replace what is staged for the resource. */
function toStaging(
  { pending }: PendingServices,
  { reference, text, document }: ProposedText & { readonly document: vscode.TextDocument },
  reason: string,
) {
  const kind = findKind(reference.kind);
  const base = parseDocument(kind, document.getText());
  const sides = { base, mine: parseDocument(kind, text, base), theirs: base };
  const { changes } = planSave(kind, sides);
  const staged = pending.changes.of(reference);
  const isTaken = staged.some((each) => replacesStaged(each, changes));
  const earlier = staged.find(({ origin }) => origin === 'model')?.reason;
  const why = earlier === undefined ? reason : `${earlier}; ${reason}`;
  return { reference, origin: 'model' as const, changes, reason: why, isTaken };
}

export async function prepareTool(
  name: ToolName,
  editorServices: PendingServices,
  { input }: vscode.LanguageModelToolInvocationPrepareOptions<unknown>,
): Promise<vscode.PreparedToolInvocation> {
  const services = createToolServices(editorServices);
  const prepare = async (): Promise<vscode.PreparedToolInvocation> => {
    const tool: Tool = tools[name];
    const parsed = tool.input.parse(input);
    const confirmation = await tool.confirm?.(services, parsed, services.linked());
    return {
      invocationMessage: asText(tool.progress(parsed)),
      ...(confirmation && {
        confirmationMessages: { ...confirmation, message: asText(confirmation.message) },
      }),
    };
  };
  // The model gets a failure instead of an answer.
  const prepared = await prepare().catch((error: unknown) => failureText(error, services));
  if (typeof prepared === 'string') throw new Error(prepared);
  return prepared;
}

/** Calls a tool for a model. @throws Error with the failure, for the model. */
export async function invokeTool(
  name: ToolName,
  editorServices: PendingServices,
  { input }: vscode.LanguageModelToolInvocationOptions<unknown>,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const services = createToolServices(editorServices);
  const { text, isError } = await callTool(name, input, services, toSignal(token));
  if (isError) throw new Error(text);
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

/** Nothing from names or from a model acts as markup, least of all links and images. */
function asText(text: string): vscode.MarkdownString {
  return new Markdown().text(text).value;
}
