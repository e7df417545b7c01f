import * as z from 'zod/mini';
import type { SharedValues } from './storage/sharedValues';
import { storedId } from './storage/stored';
import {
  type CollectionReference,
  type ResourceReference,
  rulesBeside,
  toKey,
  type Target,
} from './reference';
import { Emitter, type Event } from '../base/emitter';
import type { ListedRule } from './lockOut/firewall';
import type { ResourceId } from './kinds/kind';

const firewallPrefix = 'firewall/';
const deploymentPrefix = 'deployment/';

const rulesOfServer = z.object({
  account: z.string(),
  parents: z.tuple([storedId]),
});

/** Absent if it couldn't be read. */
const fact = z.optional(z.unknown());

export const storedRules = z.array(
  z.object({
    id: storedId,
    type: fact,
    port: fact,
    protocol: fact,
    ipAddress: fact,
    firewallAction: fact,
  }),
);

const change = z.extend(rulesOfServer, {
  /** The list before the first change that isn't deployed, if it was known completely. */
  rules: z.catch(z.optional(storedRules), undefined),
  /** The rules that this extension created since, if all are known. */
  created: z.catch(z.optional(z.array(storedId)), undefined),
});

const deployment = z.extend(rulesOfServer, {
  at: z.number(),
  rules: storedRules,
  /** The rules that this extension deleted since. */
  deleted: z.array(storedId),
});

/** The rules that this extension deployed last, and when. */
type Deployment = z.infer<typeof deployment>;

/** The rules in force, or why these aren't known; then `seen` are those of the last deployment from here. */
export type InForce =
  | { readonly rules: readonly ListedRule[]; readonly at: number }
  | {
      readonly why: 'unseen' | 'newer' | 'deletedElsewhere' | 'incomplete';
      readonly at?: number;
      readonly seen?: readonly ListedRule[];
    };

/**
 * Servers whose firewall rules were changed by this extension and not deployed since, and the rules
 * that it deployed last. The service doesn't report either (observed: created and deleted rules
 * have no effect until deployed), so both are remembered across restarts and in all windows.
 */
export class PendingFirewalls {
  readonly #values: SharedValues;
  readonly #changed = new Emitter<CollectionReference>();
  #known: ReadonlyMap<string, CollectionReference>;

  /** Fires with a server's rules when their deployment becomes or stops being pending, or is noted. */
  readonly onDidChange: Event<CollectionReference> = this.#changed.event;

  constructor(values: SharedValues) {
    this.#values = values;
    this.#known = this.#read();
    values.onDidChange((keys) => this.#follow(keys));
  }

  isPending(reference: Target): boolean {
    return reference.kind === 'firewallRule' && this.#known.has(keyOf(firewallPrefix, reference));
  }

  /**
   * What is in force if these are all rules now; undefined if not all could be read. A rule that
   * isn't among the deployed ones may have been deployed from elsewhere since.
   */
  inForce(reference: Target, listed: readonly ListedRule[] | undefined): InForce {
    const last = this.#lastOf(reference);
    if (!last) return { why: 'unseen' };
    const { at, rules, deleted } = last;
    const unknown = (why: 'newer' | 'deletedElsewhere' | 'incomplete'): InForce => {
      return { why, at, seen: rules };
    };
    if (!listed) return unknown('incomplete');
    const isDeployed = (rule: ListedRule): boolean => rules.some((each) => isSameRule(each, rule));
    if (!listed.every(isDeployed)) return unknown('newer');
    const isListed = (id: ResourceId): boolean => listed.some((rule) => rule.id === id);
    const isGone = rules.some(({ id }) => !isListed(id) && !deleted.includes(id));
    return isGone ? unknown('deletedElsewhere') : { rules, at };
  }

  /**
   * The rules that were in force before the changes from here, with the time of their deployment
   * if that was seen, or else the best guess.
   */
  before(
    reference: Target,
    listed: readonly ListedRule[],
  ): { readonly rules: readonly ListedRule[]; readonly at?: number | undefined } {
    const { rules } = this.#changeOf(reference) ?? {};
    const known = this.inForce(reference, rules ?? listed);
    if ('rules' in known) return known;
    if (rules) return { rules };
    return known.seen ? { rules: known.seen, at: known.at } : { rules: listed };
  }

  /** The rules that were created from here and not deployed since; undefined if that isn't known. */
  createdIn(reference: Target): readonly ResourceId[] | undefined {
    return this.#changeOf(reference)?.created;
  }

  /**
   * Repeats the mark if there is one, because another window may deploy the rules.
   * @param reference the deleted rule, or the list to which one was added.
   * @param before the list before the change, if it was known completely.
   */
  async note(
    reference: Target,
    before?: readonly ListedRule[],
    added?: ResourceReference,
  ): Promise<void> {
    const { account, parents } = rulesBeside(reference);
    const known = this.#changeOf(reference);
    const { rules } = known ?? { rules: before?.map(toFacts) };
    const earlier = known ? known.created : [];
    const isKnown = added !== undefined || 'ids' in reference;
    const created = isKnown ? earlier && [...earlier, ...(added?.ids.slice(-1) ?? [])] : undefined;
    const last = this.#lastOf(reference);
    const id = 'ids' in reference ? reference.ids[1] : undefined;
    await this.#values.change([
      { key: keyOf(firewallPrefix, reference), value: { account, parents, rules, created } },
      ...(last && id !== undefined
        ? [
            {
              key: keyOf(deploymentPrefix, reference),
              value: { ...last, deleted: [...last.deleted, id] },
            },
          ]
        : []),
    ]);
  }

  /** Before a deployment, whose end this window may not see. */
  async forgetDeployment(reference: Target): Promise<void> {
    await this.#values.change([{ key: keyOf(deploymentPrefix, reference), value: undefined }]);
  }

  /** @param deployed the rules that surely were deployed, if that is known. */
  async settle(
    reference: Target,
    deployed?: { readonly at: number; readonly rules: readonly ListedRule[] },
  ): Promise<void> {
    const { account, parents } = rulesBeside(reference);
    const { at, rules = [] } = deployed ?? {};
    const value = deployed && { account, parents, at, rules: rules.map(toFacts), deleted: [] };
    await this.#values.change([
      { key: keyOf(firewallPrefix, reference), value: undefined },
      { key: keyOf(deploymentPrefix, reference), value },
    ]);
  }

  #changeOf(reference: Target): z.infer<typeof change> | undefined {
    return change.safeParse(this.#values.get(keyOf(firewallPrefix, reference))).data;
  }

  #lastOf(reference: Target): Deployment | undefined {
    return deployment.safeParse(this.#values.get(keyOf(deploymentPrefix, reference))).data;
  }

  #follow(keys: ReadonlySet<string>): void {
    const before = this.#known;
    this.#known = this.#read();
    for (const [key, server] of new Map([...before, ...this.#known])) {
      const isDeployment = key.startsWith(deploymentPrefix) && keys.has(key);
      if (isDeployment || before.has(key) !== this.#known.has(key)) this.#changed.fire(server);
    }
  }

  #read(): ReadonlyMap<string, CollectionReference> {
    return new Map(
      [firewallPrefix, deploymentPrefix].flatMap((prefix) =>
        this.#values.listOf(prefix, rulesOfServer).flatMap(({ key, value }) => {
          const reference = { ...value, kind: 'firewallRule' } as const;
          return prefix + toKey(reference) === key ? [[key, reference] as const] : [];
        }),
      ),
    );
  }
}

function keyOf(prefix: string, reference: Target): string {
  return prefix + toKey(rulesBeside(reference));
}

/** What decides who gets in, and nothing else that a service may send. */
export function toFacts(rule: ListedRule): ListedRule {
  const { id, type, port, protocol, ipAddress, firewallAction } = rule;
  return { id, type, port, protocol, ipAddress, firewallAction };
}

function isSameRule(one: ListedRule, other: ListedRule): boolean {
  return JSON.stringify(toFacts(one)) === JSON.stringify(toFacts(other));
}
