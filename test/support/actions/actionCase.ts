import type { Values } from '../../../src/base/questions';
import type { ActionCommand } from '../../../src/actions/commands';
import type { Target } from '../../../src/resources/reference';
import type { ResourceId } from '../../../src/resources/kinds/kind';
import type { KindId } from '../../../src/resources/kinds/kinds';

/**
 * One action as a person performs it: the one request that it should send, what the person reads,
 * and what other extensions can do with its command, in literal form.
 */
export interface ActionCase {
  readonly command: ActionCommand;
  readonly target: Target;
  /** The person's answers by field; flags by name. */
  readonly answers?: Values;
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  /** The fallback if the service doesn't offer it. */
  readonly fallback?: { readonly method: string; readonly path: string };
  /** Whether a legacy key and secret reach the operation (API §9 rule 2). */
  readonly isInV2?: boolean;
  /** Whether a read can't show the outcome. */
  readonly isUntold?: boolean;
  /** The outcome if the service accepts it, where that isn't what `isUntold` says. */
  readonly accepted?: 'accepted';
  /** The outcome if the answer is lost, where that isn't what `isUntold` says. */
  readonly lost?: 'unknown';
  /** Whether the sandbox's data are already as it should make them. */
  readonly isAlready?: boolean;
  /** What its command asks if another extension calls it: see `CommandFacts`. */
  readonly asks: 'always' | 'caller';
  /** Whether the name must be typed in production, because access or data is at stake. */
  readonly isConfirmedByName?: boolean;
  readonly texts: ActionTexts;
}

/** The texts that a person reads about an action, from its question to its outcome. */
interface ActionTexts {
  /** Shown while it runs, and if it fails. */
  readonly doing: string;
  readonly done: string;
  /** Follows it: what the next step is for. */
  readonly note?: string;
  /** Shown if it fails and can name what wasn't made. */
  readonly failed?: string;
  /** The question before it, if any, and its text about the consequences. */
  readonly question?: string;
  readonly consequences?: string;
}

/** A resource as an action's target. */
export function one(kind: KindId, ...ids: ResourceId[]): Target {
  return { account: 'service', kind, ids };
}

/** A collection as an action's target. */
export function all(kind: KindId, ...parents: number[]): Target {
  return { account: 'service', kind, parents };
}

const by =
  (method: string) =>
  (path: string, body?: unknown): ActionCase['request'] => ({
    method,
    path,
    ...(body === undefined ? {} : { body }),
  });
export const [post, patch, put, remove] = [
  by('POST'),
  by('PATCH'),
  by('PUT'),
  by('DELETE'),
] as const;

/** Deletes a resource. */
export function deletion(
  kind: KindId,
  ids: number[],
  path: string,
  texts: Required<Pick<ActionTexts, 'question' | 'consequences'>> & ActionTexts,
): ActionCase {
  return {
    command: 'serverManagement.delete',
    target: one(kind, ...ids),
    request: remove(`/api/v3${path}`),
    asks: 'always',
    isConfirmedByName: true,
    texts,
  };
}

/** The path of a server in the sandbox. */
export const server = '/api/v3/servers/1';
/** The path of a web application on it. */
export const webApplication = `${server}/webapps/101`;
/** A password that a person types. */
export const password = 'correct-horse-battery';

/** The outcome if the service accepts it and does it. */
export function acceptedOutcome({ isUntold, accepted }: ActionCase): 'accepted' | 'done' {
  return accepted ?? (isUntold ? 'accepted' : 'done');
}

/** The outcome if the answer is lost and it wasn't done. */
export function lostOutcome({ isUntold, lost }: ActionCase): 'failed' | 'unknown' {
  return lost ?? (isUntold ? 'unknown' : 'failed');
}

/** Numbers in place of the digits that a person types. */
export function withNumbers(answers: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  );
}
