import type { TreeNode } from './nodes';
import type { TreeSources } from './treeSources';
import type { Listing } from '../../resources/listing';
import {
  type CollectionReference,
  collectionOf,
  type ResourceReference,
  toKey,
} from '../../resources/reference';
import { groupBy, groupsOf, sortBy } from '../../resources/search/arrange';
import { type Facets, facetsOf } from '../../resources/search/facets';
import { Filter } from '../../resources/search/filter';
import { findResource, present } from '../present';

type Group = Extract<TreeNode, { type: 'group' }>;

/** The servers of an account as the person chose to see them: filtered, sorted, grouped. */
export class ServerRows {
  readonly #sources: TreeSources;

  constructor(sources: TreeSources) {
    this.#sources = sources;
  }

  /** Whether the person's choice is about this collection. */
  applies({ kind }: CollectionReference): boolean {
    return kind === 'server';
  }

  /** The rows of all servers, or of their groups below those that are pinned. */
  arrange(
    collection: CollectionReference,
    members: readonly ResourceReference[],
    listing: Listing | undefined,
  ): readonly TreeNode[] {
    const { grouping } = this.#sources.options.current;
    const { pinned, others } = this.#shown(collection, members, listing);
    if (grouping === 'none') return [...pinned, ...others].map((each) => toNode(each));
    const groups = groupBy(others, grouping, (reference) => this.#facets(reference));
    return [
      ...pinned.map((each) => toNode(each)),
      ...[...groups.keys()].map((value): TreeNode => ({
        type: 'group',
        reference: collection,
        value,
      })),
    ];
  }

  /** The rows of one group. */
  inGroup(group: Group, members: readonly ResourceReference[]): readonly TreeNode[] {
    const { reference, value } = group;
    const listing = this.#sources.store.peek(reference);
    return this.#shown(reference, members, listing)
      .others.filter((each) => this.#groups(each).includes(value))
      .map((each) => toNode(each, this.#place(value)));
  }

  /** The group that a server stands in; the first where it stands in several. */
  groupOf(reference: ResourceReference): TreeNode | undefined {
    if (!this.applies(collectionOf(reference))) return undefined;
    if (this.#sources.favourites.find(reference)) return undefined;
    const [value] = this.#groups(reference);
    return value === undefined
      ? undefined
      : { type: 'group', reference: collectionOf(reference), value };
  }

  #shown(
    collection: CollectionReference,
    members: readonly ResourceReference[],
    listing: Listing | undefined,
  ): {
    readonly pinned: readonly ResourceReference[];
    readonly others: readonly ResourceReference[];
  } {
    const { favourites, options, search } = this.#sources;
    const filter = new Filter(options.current.filter);
    // Of a list that is not here as a whole, only the service knows all names.
    const found = listing?.isComplete ? [] : search.results(collection, filter.words);
    const keys = new Set(members.map(toKey));
    const all = [...members, ...found.filter((each) => !keys.has(toKey(each)))];
    const matching = filter.isEmpty
      ? all
      : all.filter((each) => filter.matches(this.#facets(each)));
    const pinnedKeys = new Set(favourites.of(collection).map(({ reference }) => toKey(reference)));
    const isPinned = (each: ResourceReference): boolean => pinnedKeys.has(toKey(each));
    return {
      pinned: matching.filter(isPinned),
      others: sortBy(
        matching.filter((each) => !isPinned(each)),
        options.current.sorting,
        (each) => this.#facets(each),
      ),
    };
  }

  #groups(reference: ResourceReference): readonly string[] {
    const { grouping } = this.#sources.options.current;
    return grouping === 'none' ? [] : groupsOf(grouping, this.#facets(reference));
  }

  /** Only by tag can a server stand in several groups; its rows need an identity each then. */
  #place(value: string): { readonly within?: string } {
    return this.#sources.options.current.grouping === 'tag' ? { within: `tag/${value}` } : {};
  }

  #facets(reference: ResourceReference): Facets {
    const resource = findResource(this.#sources, reference);
    return facetsOf(resource ?? {}, present(reference, resource));
  }
}

function toNode(reference: ResourceReference, place: { readonly within?: string } = {}): TreeNode {
  return { type: 'resource', reference, ...place };
}
