import * as z from 'zod/mini';
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

export interface Question {
  readonly about: readonly string[];
  readonly message: string;
  readonly allow: string;
}

interface Caller {
  /** Its own claim, which proves nothing; empty if it has no name. */
  readonly name: string;
  /** Absent if it can't put a question to the person. */
  readonly asking?: Agent | undefined;
}

export interface Agent {
  /** Identifies the agent: the person's answer to one agent doesn't apply to others. */
  readonly id: string;
  /** The person's answer; undefined if the agent couldn't ask. */
  elicit(question: Question): Promise<boolean | undefined>;
}

/** How long a refusal lasts, in milliseconds: an agent must not ask again and again. */
const refusalMs = 10 * 60_000;

interface Asking {
  /** In the editor. */
  readonly ask: (accounts: readonly Account[]) => Promise<boolean>;
  readonly question: (accounts: readonly Account[]) => Question;
  readonly reportAllowed: (accounts: readonly Account[]) => void;
}

/** Lasts until the window closes. Given in the editor, it covers all agents; in an agent, only that one. */
export class Consent {
  readonly #asking: Asking;
  readonly #now: () => number;
  readonly #allowed = new Map<string, Set<string>>();
  readonly #refusedAt = new Map<string, number>();
  /** Questions at one place wait for each other: one yes may answer the next. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(asking: Asking, now: () => number = Date.now) {
    this.#asking = asking;
    this.#now = now;
  }

  /** @param isWhole whether a call needs all accounts: if one was refused, nothing is asked. */
  async allowed(
    accounts: readonly Account[],
    isWhole: boolean,
    agent?: Agent,
  ): Promise<readonly Account[]> {
    const byAgent =
      agent &&
      (await this.#decide(accounts, isWhole, agent.id, async (open) => {
        const isAllowed = await agent.elicit(this.#asking.question(open));
        if (isAllowed) this.#asking.reportAllowed(open);
        return isAllowed;
      }));
    return byAgent ?? (await this.#decide(accounts, isWhole, '', this.#asking.ask)) ?? [];
  }

  /** Undefined if it couldn't be asked at this place. */
  #decide(
    accounts: readonly Account[],
    isWhole: boolean,
    place: string,
    ask: (accounts: readonly Account[]) => Promise<boolean | undefined>,
  ): Promise<readonly Account[] | undefined> {
    return this.#inTurn(place, async () => {
      const { allowed, open } = this.#sort(accounts, isWhole, ['', place]);
      if (open.length === 0) return allowed;
      const isAllowed = await ask(open);
      if (isAllowed === undefined) return undefined;
      this.#keep(open, place, isAllowed);
      return isAllowed ? [...allowed, ...open] : allowed;
    });
  }

  /** Which accounts were allowed at these places, and which still have to be asked about. */
  #sort(accounts: readonly Account[], isWhole: boolean, places: readonly string[]) {
    const isAllowed = ({ id }: Account): boolean =>
      places.some((place) => this.#allowed.get(id)?.has(place));
    const isRefused = (account: Account): boolean =>
      !isAllowed(account) && places.some((place) => this.#isRefused(toConsentKey(place, account)));
    const open = accounts.filter((each) => !isAllowed(each) && !isRefused(each));
    const isPointless = isWhole && accounts.some(isRefused);
    return { allowed: accounts.filter(isAllowed), open: isPointless ? [] : open };
  }

  #keep(accounts: readonly Account[], place: string, isAllowed: boolean): void {
    for (const account of accounts) {
      const allowed = this.#allowed.get(account.id) ?? new Set();
      if (isAllowed) {
        this.#allowed.set(account.id, allowed.add(place));
        continue;
      }
      this.#refusedAt.set(toConsentKey(place, account), this.#now());
      // An earlier yes in an agent doesn't outweigh a no to all agents.
      if (place === '') allowed.clear();
    }
  }

  #inTurn<T>(place: string, decide: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(place) ?? Promise.resolve()).then(decide);
    const forget = (): void => {
      if (this.#turns.get(place) === done) this.#turns.delete(place);
    };
    const done: Promise<unknown> = turn.then(forget, forget);
    this.#turns.set(place, done);
    return turn;
  }

  #isRefused(key: string): boolean {
    const at = this.#refusedAt.get(key);
    return at !== undefined && this.#now() - at < refusalMs;
  }
}

function toConsentKey(place: string, { id }: Account): string {
  return JSON.stringify([place, id]);
}
