import * as vscode from 'vscode';
import { toModelText } from './modelText';
import type { Confirmation } from './tool';
import { type ToolName, toolNames } from './toolNames';
import { toSignal } from '../cancellation';
import type { Core } from '../core';

/** Registers the tools at once; what they do is loaded when a model first calls one. */
export function registerTools(core: () => Promise<Core>): vscode.Disposable {
  return vscode.Disposable.from(
    ...toolNames.map((name) => vscode.lm.registerTool(name, toEditorTool(name, core))),
  );
}

function toEditorTool(
  name: ToolName,
  core: () => Promise<Core>,
): vscode.LanguageModelTool<unknown> {
  const load = async () => (await import('./tools')).tools[name];
  return {
    async prepareInvocation({ input }) {
      const [tool, loaded] = await Promise.all([load(), core()]);
      const parsed = tool.input.parse(input);
      const confirmation = await tool.confirm?.(loaded, parsed);
      return {
        invocationMessage: asText(tool.progress(parsed)),
        ...(confirmation ? { confirmationMessages: toMessages(confirmation) } : {}),
      };
    },
    async invoke({ input }, token) {
      const [tool, loaded] = await Promise.all([load(), core()]);
      const { describeError } = await import('../errors/describeError');
      try {
        const answer = await tool.run(loaded, tool.input.parse(input), toSignal(token));
        const text = toModelText(answer, crypto.randomUUID());
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      } catch (error) {
        // The service's own words may be part of it.
        throw new Error(toModelText(describeError(error), crypto.randomUUID()), { cause: error });
      }
    },
  };
}

function toMessages({
  title,
  message,
}: Confirmation): vscode.LanguageModelToolConfirmationMessages {
  return { title, message: asText(message) };
}

/** A text in which names, and what a model gave, are no markup: links and pictures least of all. */
function asText(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(text);
}
