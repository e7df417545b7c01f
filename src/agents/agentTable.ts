import type { Agent } from './agent';
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

/** The tools for agents, and the only way to call them. */
export interface AgentTable {
  readonly tools: readonly AgentTool[];
  /** Calls a tool. Where its answer is enough, an `agent` that can ask the person does so. */
  call(name: string, input: unknown, signal: AbortSignal, agent?: Agent): Promise<ToolAnswer>;
}

/** What guards the tools against agents. */
interface AgentGuards {
  readonly services: () => Promise<ToolServices>;
  readonly consent: Consent;
  readonly limit: CallLimit;
}

/** The tools that models in the editor have, once the person allowed each account. */
export function createAgentTable({ services, consent, limit }: AgentGuards): AgentTable {
  return {
    tools: toolNames.map(toAgentTool),
    async call(name, input, signal, agent) {
      if (!isToolName(name)) return toRefusal('There is no such tool.');
      const seconds = limit.take();
      if (seconds !== undefined) return toRefusal(`Too many calls. Wait ${seconds} seconds.`);
      const loaded = await services();
      const refused = await findRefused({ name, input, agent }, loaded, consent);
      if (refused.length > 0) {
        return toRefusal(
          `The person doesn't allow agents to use these accounts: ${refused.join(', ')}. Ask the person first, and don't call again before they agree.`,
        );
      }
      return callTool(name, input, loaded, signal);
    },
  };
}

/** A call and its caller. */
interface Call {
  readonly name: ToolName;
  readonly input: unknown;
  readonly agent: Agent | undefined;
}

/** The ids of the call's accounts that the person doesn't allow. */
async function findRefused(
  { name, input, agent }: Call,
  services: ToolServices,
  consent: Consent,
): Promise<readonly string[]> {
  const tool = tools[name];
  const parsed = tool.input.safeParse(input);
  // The call itself reports invalid input or an unknown account.
  if (!parsed.success) return [];
  const ids = await tool.accounts(services, parsed.data);
  const accounts = (await Promise.all(ids.map((id) => services.sessions.account(id)))).flatMap(
    (account) => account ?? [],
  );
  // An agent could answer without the person knowing, which is not acceptable where most is at stake.
  const isGrave =
    toolContributions[name].proposes === true ||
    accounts.some(({ environment }) => environment === 'production');
  const refused = await consent.refused(accounts, isGrave ? undefined : agent);
  return refused.map(({ id }) => id);
}

function toRefusal(why: string): ToolAnswer {
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
