import * as vscode from 'vscode';
import { createToolServices } from './toolServices';
import type { PendingServices } from '../../pending/pending';
import { callTool, failureText } from '../../../agents/tools/callTool';
import type { Tool, ToolConfirmation, ToolServices } from '../../../agents/tools/tool';
import type { ToolName } from '../../../agents/tools/toolNames';
import { tools } from '../../../agents/tools/tools';
import { toSignal } from '../../editor/cancellation';
import { Markdown } from '../../editor/markdown';

/** The message and question that the editor shows before it lets a model call a tool. */
export async function prepareTool(
  name: ToolName,
  editorServices: PendingServices,
  { input }: vscode.LanguageModelToolInvocationPrepareOptions<unknown>,
): Promise<vscode.PreparedToolInvocation> {
  const services = createToolServices(editorServices);
  // The model gets a failure instead of an answer.
  const prepared = await prepare(tools[name], services, input).catch(async (error: unknown) => ({
    failure: await failureText(error, services),
  }));
  if ('failure' in prepared) throw new Error(prepared.failure);
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

async function prepare(
  tool: Tool,
  services: ToolServices,
  input: unknown,
): Promise<vscode.PreparedToolInvocation> {
  const parsed = tool.input.parse(input);
  const confirmation = await tool.confirm?.(services, parsed, services.linked());
  return {
    invocationMessage: asText(tool.progress(parsed)),
    ...(confirmation ? { confirmationMessages: toConfirmationMessages(confirmation) } : {}),
  };
}

function toConfirmationMessages({
  title,
  message,
}: ToolConfirmation): vscode.LanguageModelToolConfirmationMessages {
  return { title, message: asText(message) };
}

/** Nothing from names or from a model acts as markup, least of all links and images. */
function asText(text: string): vscode.MarkdownString {
  return new Markdown().text(text).value;
}
