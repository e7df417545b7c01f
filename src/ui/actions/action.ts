import type { ActionCommand } from './commands';
import type { Field, Target, Values } from './field';
import type { Prompts } from './prompts';
import type { Sessions } from '../../resources/accounts/sessions';
import type { Endpoint } from '../../api/contract/endpoint';
import type { Documents } from '../../resources/documents/documents';
import type { ActionWrite } from '../../resources/documents/loggedAction';
import type { KindId } from '../../resources/kinds/kind';
import type { PendingFirewalls } from '../../resources/pendingFirewalls';
import type { ResourceClient } from '../../resources/resourceClient';
import type { ResourceStore } from '../../resources/resourceStore';
import type { Working } from '../../resources/working';
import type { Translate } from '../../shared/translate';

/** What actions work with. None of it knows the editor: prompts and translation are handed in. */
export interface ActionContext {
  readonly sessions: Sessions;
  readonly client: ResourceClient;
  readonly store: ResourceStore;
  readonly documents: Pick<Documents, 'refresh'>;
  readonly prompts: Prompts;
  readonly working: Working;
  readonly pendingFirewalls: PendingFirewalls;
  /** Keeps a write that the service took in the history. */
  readonly noteWrite: (write: ActionWrite) => Promise<void>;
  /** What a command is called in menus. */
  readonly titleOf: (command: ActionCommand) => string;
  readonly t: Translate;
}

/** Where an action is offered: on resources of a kind, or where new ones of a kind are made. */
export type Place = { readonly resource: KindId } | { readonly collection: KindId };

/** What is asked before an action that can't be taken back or hurts for a while. */
export interface Caution {
  /** What is about to happen, naming the thing. */
  readonly question: (name: string, t: Translate) => string;
  readonly detail?: (t: Translate) => string;
  readonly button: (t: Translate) => string;
  /** Things are lost: in accounts marked production the name is to be typed. */
  readonly isDestructive?: boolean;
  /** The name is to be typed in every account. */
  readonly asksForName?: boolean;
  /** Whether it is asked at all, given the answers; always where absent. */
  readonly when?: (values: Values) => boolean;
}

/** What is to be brought up to date after an action. */
export type Effect =
  | 'none'
  | 'resource'
  /** The resource and what hangs under it. */
  | 'resourceAndBelow'
  | 'collection'
  | 'firewallChanged'
  | 'firewallDeployed';

/** One request of an action. */
export interface ActionCall {
  readonly endpoint: Endpoint;
  readonly body?: unknown;
  /** Path values beside those of the target. */
  readonly path?: Readonly<Record<string, string | number>>;
}

/** One thing that can be done with the service, as data. */
export interface Action {
  /** The command that does it; one command may do it for several kinds. */
  readonly command: ActionCommand;
  readonly place: Place;
  readonly endpoint: Endpoint;
  /** What takes the operation's place where a service does not offer it. */
  readonly fallback?: Endpoint;
  /** Further operations that the action reads from. */
  readonly reads?: readonly Endpoint[];
  readonly fields?: (t: Translate) => readonly Field[];
  /** The request, where it is not the endpoint with the values as its body. */
  readonly toCall?: (
    context: ActionContext,
    target: Target,
    values: Values,
    signal: AbortSignal,
  ) => ActionCall | Promise<ActionCall>;
  readonly caution?: Caution;
  /**
   * What could lock the person out of a server, in words; asked about before anything is sent. It is
   * given all targets on that server: what is no risk for each alone may be one for all together.
   */
  readonly findRisks?: (
    context: ActionContext,
    targets: readonly Target[],
    values: Values,
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
  /** What it asks fits one thing only, such as a new name. */
  readonly isForOne?: boolean;
  /** What is being done, for progress: `Deleting "Backup"`, or `Deleting 3 Cron Jobs`. */
  readonly doing: (what: string, t: Translate) => string;
  readonly effect: Effect;
}

/** What became of an action, for whoever ran its command. */
export interface ActionOutcome {
  readonly status: 'done' | 'cancelled' | 'failed';
  readonly done: readonly Target[];
  readonly failed: readonly Target[];
}
