import { toModelText } from './modelText';
import type { ToolServices } from './tool';
import type { ToolName } from './toolNames';
import { tools } from './tools';

/** What a model gets: data between two lines, or what failed, which may quote the service. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Runs a tool on whatever a model passed; the same for everyone who calls tools. */
export async function callTool(
  name: ToolName,
  input: unknown,
  services: ToolServices,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const frame = async (text: string) =>
    toModelText(await services.sessions.redact(text), crypto.randomUUID());
  const tool = tools[name];
  try {
    const answer = await tool.run(services, tool.input.parse(input), signal);
    return { text: await frame(JSON.stringify(answer)), isError: false };
  } catch (error) {
    return { text: await frame(services.describeError(error)), isError: true };
  }
}
