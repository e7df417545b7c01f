import type { Endpoint } from '../../api/contract/endpoint';
import type { KindId, Resource } from '../../resources/kinds/kind';
import type { ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import type { Formats } from '../../shared/formats';
import type { Translate } from '../../shared/translate';
import type { Button, PanelModel } from '../../webviews/model';

/** What a panel is drawn from beside its resource. */
export interface PanelContext {
  readonly client: ResourceClient;
  readonly t: Translate;
  readonly formats: Formats;
  /** Says in words what went wrong. */
  readonly describeError: (error: unknown) => string;
}

/** What a panel's model lacks to be shown: it is the same for every kind. */
export type PanelContent = Omit<PanelModel, 'subtitle'>;

/** What is said of a resource that may not be there yet, and what creates it. */
export interface Absence {
  readonly text: string;
  readonly button: Button;
}

/** A kind of resource that has a panel. */
export interface PanelKind {
  readonly kind: KindId;
  /** The operations that it reads. */
  readonly reads: readonly Endpoint[];
  /**
   * Reads and shows; what takes longer follows. @throws ApiError, UnknownAccountError where there is
   * nothing to show.
   */
  readonly load: (
    context: PanelContext,
    reference: ResourceReference,
    show: (content: PanelContent) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Where its parent may be without one: what is said then. */
  readonly absence?: (t: Translate) => Absence;
}

/** A panel that shows one resource. */
export function showResource(
  kind: KindId,
  read: Endpoint,
  toContent: (resource: Resource, t: Translate) => PanelContent,
): PanelKind {
  return {
    kind,
    reads: [read],
    load: async ({ client, t }, reference, show, signal) =>
      show(toContent(await client.read(reference, { signal }), t)),
  };
}
