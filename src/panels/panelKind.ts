import type { KindWithTable } from './kindsWithPanel';
import type { Resource } from '../resources/kinds/kind';
import type { KindId } from '../resources/kinds/kinds';
import type { ResourceReference, Target } from '../resources/reference';
import type { FirewallChange } from '../resources/lockOut/firewall';
import type { PendingFirewalls } from '../resources/pendingFirewalls';
import type { ResourceClient } from '../resources/resourceClient';
import type { ResourceStore, StoreChange } from '../resources/store/resourceStore';
import type { ForeignText } from '../base/foreignText';
import type { Button, PanelModel } from '../pages/model';

export interface PanelContext {
  readonly client: Pick<ResourceClient, 'read' | 'page' | 'perform' | 'readPage'>;
  readonly store: Pick<
    ResourceStore,
    'all' | 'failure' | 'find' | 'known' | 'list' | 'outdateBelow' | 'peek' | 'read'
  >;
  readonly now: () => number;
  /** A resource's name, even if the service doesn't report one. */
  readonly nameOf: (reference: ResourceReference) => ForeignText;
  readonly describeError: (error: unknown) => string;
  readonly firewall: FirewallKnowledge;
}

/** What only this extension knows of a server's firewall. */
interface FirewallKnowledge {
  readonly inForce: PendingFirewalls['inForce'];
  readonly staged: (server: ResourceReference) => Pick<FirewallChange, 'added' | 'removed'>;
  readonly sshPortOf: (server: ResourceReference) => number;
}

/** Runs a command, named without its prefix, on a target. */
export interface Press {
  readonly command: string;
  readonly target: Target;
}

/** A panel's model without the parts that are the same for every kind. */
export type PanelContent = Omit<PanelModel, 'subtitle'> & {
  /** By the buttons' ids, unless they run a command of their name on the resource. */
  readonly presses?: Readonly<Record<string, Press>>;
};

export interface Drawing extends PanelContext {
  readonly reference: ResourceReference;
  readonly show: (content: PanelContent) => void;
  readonly signal: AbortSignal;
  /** The resource, if it was just read. */
  readonly known?: Resource | undefined;
}

export type Draw = (to: Drawing) => Promise<void>;

export interface PanelReader {
  /** Slower parts follow. @throws ApiError, UnknownAccountError if there is nothing to show. */
  readonly load: Draw;
  /** Reads again what a save may have changed; defaults to everything. */
  readonly loadSaved?: Draw;
  /** Reads again what changes on its own, with at most two requests. */
  readonly sample?: Draw;
  readonly dependsOn?: (change: StoreChange, reference: ResourceReference) => boolean;
  /** Draws from what is known, reading only what the store has dropped. @throws ApiError */
  readonly redraw?: Draw;
  /** Takes what the person typed in the panel's own field; `redraw` shows what follows. */
  readonly ask?: (typed: string) => void;
  /** Buttons without a command, by id. */
  readonly handlers?: Readonly<Record<string, Draw>>;
}

export interface PanelKind {
  /** Distinguishes it from other panels of the same resource. */
  readonly id: string;
  readonly kind: KindId;
  /** The kind whose resources below its own resource it shows. */
  readonly tableOf?: KindWithTable;
  readonly open: () => PanelReader;
  /** For kinds where it's normal that the parent has no such resource. */
  readonly absence?: () => { readonly text: string; readonly button: Button };
}

export function showResource(
  kind: KindId,
  toContent: (resource: Resource) => PanelContent,
): PanelKind {
  return {
    id: kind,
    kind,
    open: () => ({
      load: async ({ client, reference, show, signal, known }) =>
        show(toContent(known ?? (await client.read(reference, { signal })))),
    }),
  };
}
