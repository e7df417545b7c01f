import { toAccountName } from '../../accounts/account';
import type { Sessions } from '../../accounts/sessions';
import { foreign, type ForeignText, toPlain } from '../../base/foreignText';
import type { PathNaming } from './namedPath';
import { findResource, presentIn } from './present';
import type { Resource } from '../kinds/kind';
import { findKind } from '../kinds/kinds';
import { parentOf, type ResourceReference, type Target, toKey } from '../reference';
import { t } from '../../base/l10n';

export class ResourceNames {
  readonly #sessions: Pick<Sessions, 'account'>;
  readonly #known: Parameters<typeof findResource>[0];

  constructor(sessions: Pick<Sessions, 'account'>, known: Parameters<typeof findResource>[0]) {
    this.#sessions = sessions;
    this.#known = known;
  }

  nameOf(reference: ResourceReference): ForeignText {
    return presentIn(reference, findResource(this.#known, reference)).label;
  }

  /** The names of a resource's ancestors, outermost first, and its own. */
  pathOf(reference: ResourceReference): readonly ForeignText[] {
    const parent = parentOf(reference);
    return [...(parent ? this.pathOf(parent) : []), this.nameOf(reference)];
  }

  placeOf(target: Target): string {
    const resource = 'ids' in target ? target : parentOf(target);
    const path = resource ? this.pathOf(resource).map((name) => toPlain(name)) : [];
    const list = 'ids' in target ? [] : [t(findKind(target.kind).names.many)];
    return [...path, ...list].join(' › ');
  }

  /** The names of a resource's account and ancestors, outermost first, and its own. */
  async trailOf(reference: ResourceReference): Promise<readonly ForeignText[]> {
    const account = await this.#sessions.account(reference.account);
    const label = account?.label ?? toAccountName(reference.account);
    return [foreign(label), ...this.pathOf(reference)];
  }

  get inPaths(): PathNaming {
    return {
      nameOf: (reference) => this.#knownNameOf(reference)?.toString(),
      folderOf: ({ names }) => t(names.many),
    };
  }

  /** Also names a resource that was just created and hasn't been read. */
  inPathsFor(created: ResourceReference, content: Resource): PathNaming {
    const { label } = presentIn(created, content);
    const { nameOf, folderOf } = this.inPaths;
    return {
      nameOf: (reference) =>
        toKey(reference) === toKey(created) ? String(label) : nameOf(reference),
      folderOf,
    };
  }

  #knownNameOf(reference: ResourceReference): ForeignText | undefined {
    const label = this.nameOf(reference);
    const unknown = presentIn(reference, undefined).label;
    return String(label) === String(unknown) ? undefined : label;
  }
}
