import * as vscode from 'vscode';
import type { invokeTool, prepareTool } from './editorTool';
import type { ToolEditorServices } from './toolServices';
import { toolNames } from '../../../agents/tools/toolNames';

interface Tools {
  readonly services: ToolEditorServices;
  readonly prepareTool: typeof prepareTool;
  readonly invokeTool: typeof invokeTool;
}

/** Registers the tools immediately; their code is loaded when a model first calls one. */
export function registerTools(load: () => Promise<Tools>): vscode.Disposable {
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
