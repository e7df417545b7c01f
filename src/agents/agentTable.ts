import type { CallLimit } from './callLimit';
import type { Consent } from './consent';
import { isToolName, type ToolName, toolNames } from '../tools/toolNames';
import { callTool, type ToolAnswer } from '../tools/callTool';
import { inputSchemaOf } from '../tools/inputSchema';
import { toModelText } from '../tools/modelText';
import type { ToolServices } from '../tools/tool';
import { toolContributions } from '../tools/toolContributions';
import { tools } from '../tools/tools';

/** A tool as an agent sees it. */
interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean };
}

/** The tools for agents: what they are, and the one way to call them. */
export interface AgentTable {
  readonly tools: readonly AgentTool[];
  call(name: string, input: unknown, signal: AbortSignal): Promise<ToolAnswer>;
}

/** What guards the tools against agents. */
interface AgentGuards {
  readonly services: () => Promise<ToolServices>;
  readonly consent: Consent;
  readonly limit: CallLimit;
}

/** The same tools as a model in the editor has, after the person's yes for each account. */
export function createAgentTable({ services, consent, limit }: AgentGuards): AgentTable {
  return {
    tools: toolNames.map(toAgentTool),
    async call(name, input, signal) {
      if (!isToolName(name)) return refuse('There is no such tool.');
      const seconds = limit.take();
      if (seconds !== undefined) return refuse(`Too many calls. Wait ${seconds} seconds.`);
      const loaded = await services();
      const refused = await findRefused(name, input, loaded, consent);
      if (refused.length > 0) {
        return refuse(
          `The person doesn't allow agents to use these accounts: ${refused.join(', ')}. Ask the person first, and don't call again before they agree.`,
        );
      }
      return callTool(name, input, loaded, signal);
    },
  };
}

/** The ids of the accounts that the call is about and the person doesn't allow. */
async function findRefused(
  name: ToolName,
  input: unknown,
  services: ToolServices,
  consent: Consent,
): Promise<readonly string[]> {
  const tool = tools[name];
  const parsed = tool.input.safeParse(input);
  // The call itself says what is wrong with the input, or that there's no such account.
  if (!parsed.success) return [];
  const ids = await tool.accounts(services, parsed.data);
  const accounts = await Promise.all(ids.map((id) => services.sessions.account(id)));
  const refused = await consent.refused(accounts.flatMap((account) => account ?? []));
  return refused.map(({ id }) => id);
}

function refuse(why: string): ToolAnswer {
  return { text: toModelText(why, crypto.randomUUID()), isError: true };
}

function toAgentTool(name: ToolName): AgentTool {
  const { title, modelDescription, proposes = false } = toolContributions[name];
  return {
    name,
    title,
    description: modelDescription,
    inputSchema: inputSchemaOf(name),
    annotations: proposes
      ? { readOnlyHint: false, destructiveHint: false }
      : { readOnlyHint: true },
  };
}
