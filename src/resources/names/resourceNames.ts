import { toAccountName } from '../../accounts/account';
import type { Sessions } from '../../accounts/sessions';
import { foreign, type ForeignText, toPlain } from '../../base/foreignText';
import type { Pins } from '../pins';
import type { PathNaming } from './namedPath';
import { findResource, presentIn } from './present';
import type { Resource } from '../kinds/kind';
import { findKind } from '../kinds/kinds';
import { parentOf, type ResourceReference, type Target, toKey } from '../reference';
import type { ResourceStore } from '../store/resourceStore';
import { t } from '../../base/l10n';

interface Parts {
  readonly sessions: Pick<Sessions, 'account'>;
  readonly store: Pick<ResourceStore, 'find'>;
  readonly pins: Pick<Pins, 'find'>;
}

/** The names of resources, from what is known of them without a request. */
export class ResourceNames {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A resource's name, without its location. */
  nameOf(reference: ResourceReference): ForeignText {
    return presentIn(reference, findResource(this.#parts, reference)).label;
  }

  /** The names of a resource's ancestors, outermost first, and its own. */
  pathOf(reference: ResourceReference): readonly ForeignText[] {
    const parent = parentOf(reference);
    return [...(parent ? this.pathOf(parent) : []), this.nameOf(reference)];
  }

  /** The path to a resource or a list, for messages. */
  placeOf(target: Target): string {
    const resource = 'ids' in target ? target : parentOf(target);
    const path = resource ? this.pathOf(resource).map((name) => toPlain(name)) : [];
    const list = 'ids' in target ? [] : [t(findKind(target.kind).names.many)];
    return [...path, ...list].join(' › ');
  }

  /** The names of a resource's account and ancestors, outermost first, and its own. */
  async trailOf(reference: ResourceReference): Promise<readonly ForeignText[]> {
    const account = await this.#parts.sessions.account(reference.account);
    const label = account?.label ?? toAccountName(reference.account);
    return [foreign(label), ...this.pathOf(reference)];
  }

  /** The words in a document's path, as they are known when it is built. */
  get inPaths(): PathNaming {
    return {
      nameOf: (reference) => this.#knownNameOf(reference)?.toString(),
      folderOf: ({ names }) => t(names.many),
    };
  }

  /** The same for a resource that was just created and hasn't been read. */
  inPathsFor(created: ResourceReference, content: Resource): PathNaming {
    const { label } = presentIn(created, content);
    const { nameOf, folderOf } = this.inPaths;
    return {
      nameOf: (reference) =>
        toKey(reference) === toKey(created) ? String(label) : nameOf(reference),
      folderOf,
    };
  }

  /** The name of a resource; undefined if nothing is known of it, or if it has none. */
  #knownNameOf(reference: ResourceReference): ForeignText | undefined {
    const label = this.nameOf(reference);
    const unknown = presentIn(reference, undefined).label;
    return String(label) === String(unknown) ? undefined : label;
  }
}
