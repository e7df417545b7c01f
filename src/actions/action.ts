import type { MessageAction, Values, Confirmation, Work } from '../base/questions';
import type { ActionCommand } from './commands';
import type { Field, FieldContext, Form, UnfinishedForms } from '../documents/creations/fields';
import type { ResourceReference, Target } from '../resources/reference';
import type { WatchKind } from './watches';
import type { Sessions } from '../accounts/sessions';
import type { Endpoint } from '../api/contract/endpoint';
import type { Documents } from '../documents/documents';
import type { LockOutGuard } from '../documents/writing/guard';
import type { WriteVerdict } from '../documents/writing/outcome';
import type { HistoryVerb, ActionWrite } from '../documents/history/changeLog';
import type { Resource } from '../resources/kinds/kind';
import type { KindId } from '../resources/kinds/kinds';
import type { PendingFirewalls } from '../resources/pendingFirewalls';
import type { ResourceClient } from '../resources/resourceClient';
import type { ResourceNames } from '../resources/names/resourceNames';
import type { ResourceStore } from '../resources/store/resourceStore';
import type { BusyState } from '../resources/busyState';
import type { Clock } from '../api/scheduling/clock';
import type { JsonObject } from '../base/json';
import type { Retry, Summary } from './result';

/** Independent of VS Code: prompts and translation are injected. */
export interface ActionContext {
  readonly sessions: Sessions;
  readonly client: ResourceClient;
  readonly store: ResourceStore;
  readonly names: Pick<ResourceNames, 'nameOf'>;
  readonly documents: Pick<Documents, 'refresh'>;
  readonly prompts: Prompts;
  readonly unfinishedForms: UnfinishedForms;
  readonly busyState: BusyState;
  readonly clock: Clock;
  readonly pendingFirewalls: PendingFirewalls;
  readonly mayRepeatWrites: boolean;
  readonly guard: LockOutGuard;
  readonly showCreated: (
    reference: ResourceReference,
    text: string,
    nexts: readonly MessageAction[],
  ) => void;
  /** Watches what was started, if the service reports its progress. */
  readonly watch: (
    kind: WatchKind,
    subject: ResourceReference,
    before: Resource | undefined,
  ) => void;
  readonly noteWrite: (write: ActionWrite) => Promise<void>;
  readonly titleOf: (command: ActionCommand) => string;
}

export interface ActionConfirmation {
  readonly question: (name: string) => string;
  readonly detail?: (values: Values) => string;
  readonly button: () => string;
  /** Data or a credential will be lost: the name must be typed, in production or everywhere. */
  readonly isDestructive?: true | 'everywhere';
  readonly when?: (values: Values) => boolean;
}

export type Effect =
  | 'none'
  | 'resource'
  | 'resourceAndBelow'
  | 'collection'
  | 'firewallChanged'
  | 'firewallDeployed';

export interface ActionCall {
  readonly endpoint?: Endpoint;
  readonly body?: unknown;
  readonly path?: Readonly<Record<string, string | number>>;
}

export interface Action {
  readonly command: ActionCommand;
  readonly kind: KindId;
  /** Whether it is about a resource of the kind, or about the collection. */
  readonly level: 'resource' | 'collection';
  readonly endpoint: Endpoint;
  readonly reads?: readonly Endpoint[];
  readonly fields?: () => readonly Field[];
  /** Performs it in parts, each with an outcome of its own; defaults to one for all answers. */
  readonly toParts?: (
    context: Pick<FieldContext, 'store'>,
    target: Target,
    values: Values,
  ) => readonly { readonly name: string; readonly values: Values }[];
  /** Completes the answers to what is sent. */
  readonly toBody?: (values: Values) => Values;
  /** What the request has instead of the endpoint, and of the values as its body. */
  readonly toCall?: (
    context: Pick<FieldContext, 'client' | 'store'>,
    target: Target,
    values: Values,
    signal: AbortSignal,
  ) => ActionCall | Promise<ActionCall>;
  readonly confirmation?: ActionConfirmation;
  /** Expected content of its target afterwards; defaults to the body of an update. */
  readonly toRead?: (values: Values) => JsonObject;
  /** If the answer is lost; defaults to comparing what was sent. `now`: as read since. */
  readonly judge?: (
    context: FieldContext,
    target: Target,
    values: Values,
    now: Resource | undefined,
  ) => WriteVerdict | Promise<WriteVerdict>;
  readonly creates?: boolean;
  /** Confirmed in production, and in every account unless the person answered its questions. */
  readonly changesAccess?: boolean;
  readonly starts?: WatchKind;
  /** Interrupts services: always requires confirmation in production. */
  readonly interrupts?: boolean;
  /** Rows offer it only in suitable states; defaults to all. */
  readonly suits?: (resource: Resource) => boolean;
  /** Its questions only make sense for one resource, such as a new name. */
  readonly isSingleTarget?: boolean;
  /** Progress text: `Deleting "Backup"` or `Deleting 3 cron jobs`. */
  readonly progressTitle: (what: string) => string;
  /** Completion text: `"Backup" deleted.` Absent if no read shows the result. */
  readonly done?: (what: string, values: Values) => string;
  /** Text once the service accepted it: `Started "Backup".` Defaults to naming the work. */
  readonly accepted?: (what: string) => string;
  /** Failure text, if it can name what wasn't made: `Cron job "Backup" wasn't created.` */
  readonly failed?: (values: Values) => string;
  readonly next?: Next;
  /** Name in the history; defaults to the completion text. */
  readonly verb?: HistoryVerb;
  readonly effect: Effect;
  readonly changesNextTo?: readonly KindId[];
  /** The state that a toggle is to lead to, which its request doesn't say. */
  readonly sets?: JsonObject;
}

/** The usual next action on the same resource, offered with the completion text. */
export interface Next {
  readonly action: Action;
  readonly button: () => string;
  /** Why: `In force after deployment.` */
  readonly note?: () => string;
}

type More = Omit<Action, 'command' | 'kind' | 'level' | 'endpoint' | 'effect'> &
  Partial<Pick<Action, 'effect'>>;

/** An action on a resource of a kind, which changes that resource unless it says otherwise. */
export function onResource(
  command: ActionCommand,
  kind: KindId,
  endpoint: Endpoint,
  more: More,
): Action {
  return { command, kind, level: 'resource', endpoint, effect: 'resource', ...more };
}

export function onCollection(
  command: ActionCommand,
  kind: KindId,
  endpoint: Endpoint,
  more: More,
): Action {
  return { command, kind, level: 'collection', endpoint, effect: 'collection', ...more };
}

/** How actions interact with the person. Cancelling is a value, not an exception. */
export interface Prompts {
  confirm(confirmation: Confirmation): Promise<boolean>;
  ask(form: Form): Promise<Values | undefined>;
  show<T>(work: Work<T>): Promise<T>;
  askToRetry(summary: Summary): Promise<Retry | undefined>;
  tell(text: string, nexts?: readonly MessageAction[]): void;
  warn(text: string): void;
}
