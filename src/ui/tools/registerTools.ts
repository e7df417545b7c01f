import * as vscode from 'vscode';
import type { callTool, failureText } from '../../tools/callTool';
import type { Tool, ToolConfirmation, ToolServices } from '../../tools/tool';
import { type ToolName, toolNames } from '../../tools/toolNames';
import { toSignal } from '../cancellation';
import type { createToolServices, ToolEditorServices } from './toolServices';
import type { tools } from '../../tools/tools';
import { Markdown } from '../editor/markdown';
import { t } from '../l10n';

interface Tools {
  readonly services: ToolEditorServices;
  readonly createToolServices: typeof createToolServices;
  readonly tools: typeof tools;
  readonly callTool: typeof callTool;
  readonly failureText: typeof failureText;
}

/** Registers the tools immediately; their code is loaded when a model first calls one. */
export function registerTools(load: () => Promise<Tools>): vscode.Disposable {
  return vscode.Disposable.from(
    ...toolNames.map((name) => vscode.lm.registerTool(name, toEditorTool(name, load))),
  );
}

function toEditorTool(
  name: ToolName,
  loadTools: () => Promise<Tools>,
): vscode.LanguageModelTool<unknown> {
  const load = async () => {
    const { tools, createToolServices, services, ...others } = await loadTools();
    return { ...others, tool: tools[name], services: createToolServices(services) };
  };
  return {
    async prepareInvocation({ input }) {
      const { tool, services, failureText } = await load();
      // The model gets a failure instead of an answer.
      const prepared = await prepare(tool, services, input).catch(async (error: unknown) => ({
        failure: await failureText(error, services),
      }));
      if ('failure' in prepared) throw new Error(prepared.failure);
      return prepared;
    },
    async invoke({ input }, token) {
      const { callTool, services } = await load();
      const { text, isError } = await callTool(name, input, services, toSignal(token));
      if (isError) throw new Error(text);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

async function prepare(
  tool: Tool,
  services: ToolServices,
  input: unknown,
): Promise<vscode.PreparedToolInvocation> {
  const parsed = tool.input.parse(input);
  const confirmation = await tool.confirm?.(services, parsed);
  return {
    invocationMessage: asText(tool.progress(parsed, t)),
    ...(confirmation ? { confirmationMessages: toConfirmationMessages(confirmation) } : {}),
  };
}

function toConfirmationMessages({
  title,
  message,
}: ToolConfirmation): vscode.LanguageModelToolConfirmationMessages {
  return { title, message: asText(message) };
}

/**
 * Plain text in which nothing from names or from a model acts as markup, least of all links and
 * images.
 */
function asText(text: string): vscode.MarkdownString {
  return new Markdown().text(text).value;
}
