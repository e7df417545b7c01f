import * as vscode from 'vscode';
import type { callTool } from '../../tools/callTool';
import type { ToolConfirmation } from '../../tools/tool';
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
      const { tool, services } = await load();
      const parsed = tool.input.parse(input);
      const confirmation = await tool.confirm?.(services, parsed);
      return {
        invocationMessage: asText(tool.progress(parsed, t)),
        ...(confirmation ? { confirmationMessages: toConfirmationMessages(confirmation) } : {}),
      };
    },
    async invoke({ input }, token) {
      const { callTool, services } = await load();
      const { text, isError } = await callTool(name, input, services, toSignal(token));
      if (isError) throw new Error(text);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
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
