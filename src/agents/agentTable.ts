import type { Caller, Consent } from './consent';
import { isToolName, toolContributions, type ToolName, toolNames } from './tools/toolContributions';
import {
  prepareCall,
  runCall,
  toModelText,
  type ToolAnswer,
  type ToolCall,
} from './tools/callTool';
import type { Account } from '../accounts/account';
import type { AgentCall } from '../documents/history/changeLog';
import type { ToolServices } from './tools/tool';
import * as z from 'zod/mini';
import { tools } from './tools/tools';

interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean };
}

export interface AgentTable {
  readonly tools: readonly AgentTool[];
  call(name: string, input: unknown, signal: AbortSignal, caller: Caller): Promise<ToolAnswer>;
}

interface AgentGuards {
  readonly services: ToolServices;
  readonly consent: Consent;
  readonly limit: CallLimit;
  /** Adds a call, or its refusal, to the history. */
  readonly record: (call: AgentCall) => void;
}

const windowMs = 60_000;

export class CallLimit {
  readonly #most: number;
  readonly #now: () => number;
  #calls: readonly number[] = [];

  constructor(most: number, now: () => number = Date.now) {
    this.#most = most;
    this.#now = now;
  }

  /** Counts a call. If it's over the limit, doesn't count it and returns the seconds to wait. */
  take(): number | undefined {
    const now = this.#now();
    this.#calls = this.#calls.filter((at) => now - at < windowMs);
    const [first] = this.#calls;
    if (first !== undefined && this.#calls.length >= this.#most) {
      return Math.ceil((first + windowMs - now) / 1_000);
    }
    this.#calls = [...this.#calls, now];
    return undefined;
  }
}

/** The tools that models in the editor have, once the person allowed each account. */
export function createAgentTable({ services, consent, limit, record }: AgentGuards): AgentTable {
  let isLimited = false;
  return {
    tools: toolNames.map(toAgentTool),
    async call(name, input, signal, caller) {
      if (!isToolName(name)) return toRefusal('There is no such tool.');
      const note = (outcome: AgentCall['outcome'], accounts: readonly Account[] = []): void =>
        record({
          at: Date.now(),
          agent: caller.name,
          tool: name,
          accounts: accounts.map(({ id }) => id),
          outcome,
        });
      const seconds = limit.take();
      // What an agent repeats must not push everything else out of the history.
      if (seconds !== undefined && !isLimited) note('notSent');
      isLimited = seconds !== undefined;
      if (seconds !== undefined) return toRefusal(`Too many calls. Wait ${seconds} seconds.`);
      const call = await prepareCall(name, input, services);
      if ('isError' in call) {
        note('failed');
        return call;
      }
      const agreed = await agreeOn(call, consent, caller).catch((error: unknown) => {
        note('unknown', call.accounts);
        throw error;
      });
      if (!agreed) {
        note('notSent', call.accounts);
        return toRefusal(describeRefused(call));
      }
      const answer = await runCall(call, agreed, services, signal);
      note(answer.isError ? 'failed' : 'done', agreed);
      return answer;
    },
  };
}

async function agreeOn(
  { name, accounts, isNamed }: ToolCall,
  consent: Consent,
  { asking }: Caller,
): Promise<readonly Account[] | undefined> {
  // An agent could answer without the person knowing, which is not acceptable where most is at stake.
  const isGrave =
    toolContributions[name].proposes === true ||
    accounts.some(({ environment }) => environment === 'production');
  const allowed = await consent.allowed(accounts, isNamed, isGrave ? undefined : asking);
  const isEnough = isNamed ? allowed.length === accounts.length : allowed.length > 0;
  return isEnough || accounts.length === 0 ? allowed : undefined;
}

function describeRefused({ accounts, isNamed }: ToolCall): string {
  const which = isNamed
    ? `these accounts: ${accounts.map(({ id }) => id).join(', ')}`
    : 'any of the accounts';
  return `The person doesn't allow agents to use ${which}. Ask the person first, and don't call again before they agree.`;
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

/** The JSON schema of a tool's input, as short as possible, because every word costs tokens. */
export function inputSchemaOf(name: ToolName): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(tools[name].input, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // Every integer has these bounds.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Some clients don't accept an empty schema.
      if (isEmpty(jsonSchema.additionalProperties)) jsonSchema.additionalProperties = true;
    },
  });
  return schema;
}

function isEmpty(schema: z.core.JSONSchema._JSONSchema | undefined): boolean {
  return typeof schema === 'object' && Object.keys(schema).length === 0;
}
