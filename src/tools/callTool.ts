import { toModelText } from './modelText';
import type { ToolServices } from './tool';
import type { ToolName } from './toolNames';
import { tools } from './tools';

/** What a model gets: data between two lines, or an error, which may quote the service. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Runs a tool on a model's unchecked input, both for VS Code and for other agents. */
export async function callTool(
  name: ToolName,
  input: unknown,
  services: ToolServices,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const tool = tools[name];
  try {
    const answer = await tool.run(services, tool.input.parse(input), signal);
    return { text: await frame(JSON.stringify(answer), services), isError: false };
  } catch (error) {
    return { text: await failureText(error, services), isError: true };
  }
}

/** Describes an error from before or during a tool's run. */
export async function failureText(error: unknown, services: ToolServices): Promise<string> {
  return frame(services.describeError(error), services);
}

async function frame(text: string, { sessions }: ToolServices): Promise<string> {
  return toModelText(await sessions.redact(text), crypto.randomUUID());
}
