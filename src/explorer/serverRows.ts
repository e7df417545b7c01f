import { resourceRow, type RowPlace, type TreeNode } from './nodes';
import type { TreeSources } from './treeSources';
import type { Listing } from '../resources/store/listing';
import {
  type CollectionReference,
  collectionOf,
  isServer,
  isWithin,
  parentOf,
  type ResourceReference,
  serverOf,
  toKey,
} from '../resources/reference';
import { groupBy, groupsOf, sortBy, type Facets, facetsOf } from '../resources/search/arrange';
import { Filter } from '../resources/search/filter';
import type { PartItem, UnknownPart, Verdict } from '../resources/search/serverParts';
import { findResource, presentIn } from '../resources/names/resourceNames';

type Group = Extract<TreeNode, { type: 'group' }>;

/** An account's servers as the person chose to see them: filtered, sorted, grouped. */
export class ServerRows {
  readonly #sources: TreeSources;

  constructor(sources: TreeSources) {
    this.#sources = sources;
  }

  /** The rows of all servers, or the pinned ones followed by groups. */
  arrange(
    collection: CollectionReference,
    members: readonly ResourceReference[],
    listing: Listing | undefined,
  ): readonly TreeNode[] {
    const { grouping } = this.#sources.options.current;
    const { pinned, others } = this.#shown(collection, members, listing);
    if (grouping === 'none') return [...pinned, ...others].map((each) => resourceRow(each));
    const groups = groupBy(others, grouping, (reference) => this.#facets(reference));
    return [
      ...pinned.map((each) => resourceRow(each)),
      ...[...groups].map(([value, { length: count }]): TreeNode => ({
        type: 'group',
        reference: collection,
        value,
        count,
      })),
    ];
  }

  inGroup(group: Group, members: readonly ResourceReference[]): readonly TreeNode[] {
    const { reference, value } = group;
    const listing = this.#sources.store.peek(reference);
    return this.#shown(reference, members, listing)
      .others.filter((each) => this.#groups(each).includes(value))
      .map((each) => resourceRow(each, this.#place(value)));
  }

  groupOf(reference: ResourceReference): TreeNode | undefined {
    if (!isServer(reference) || this.#sources.pins.find(reference)) return undefined;
    const [value] = this.#groups(reference);
    return value === undefined
      ? undefined
      : { type: 'group', reference: collectionOf(reference), value };
  }

  matching(references: readonly ResourceReference[]): readonly ResourceReference[] {
    return this.#verdicts(references).found;
  }

  /** A row with the number of servers that may match but weren't checked; empty if all were. */
  unchecked(
    reference: CollectionReference,
    members: readonly ResourceReference[],
  ): readonly TreeNode[] {
    const { found, none, unknown } = this.#verdicts(members);
    if (unknown.length === 0) return [];
    const counts = {
      part: unknown.length,
      whole: found.length + none.length + unknown.length,
    };
    const message = this.#sources.parts.isChecking ? 'checking' : 'unchecked';
    return [{ type: 'message', message, reference, counts }];
  }

  /** What has to be read next of servers before it's known whether they match. */
  unknown(references: readonly ResourceReference[]): readonly UnknownPart[] {
    const { parts } = this.#sources;
    const filter = this.#filter;
    const now = Date.now();
    return references.flatMap((server) => {
      const [part] = filter.unknownParts(this.#facets(server), parts.of(server), now);
      return part ? [{ server, part }] : [];
    });
  }

  /** What matches the filter on a server, in it or below it, apart from its row. */
  itemsOn(reference: ResourceReference): readonly PartItem[] {
    const server = serverOf(reference);
    if (!server) return [];
    return this.#filter
      .findItems(this.#sources.parts.of(server), Date.now())
      .filter((item) => isWithin(item.reference, reference));
  }

  /** The resources directly on a server that match, or have something that does. */
  matchesOn(server: ResourceReference): readonly ResourceReference[] {
    const found = new Map<string, ResourceReference>();
    for (const { reference } of this.itemsOn(server)) {
      let top = reference;
      for (let above = parentOf(top); above && !isServer(above); above = parentOf(top)) top = above;
      if (!isServer(top)) found.set(toKey(top), top);
    }
    return [...found.values()];
  }

  /** Sorts servers by whether they match the filter; leaves out those that their rows exclude. */
  #verdicts(
    references: readonly ResourceReference[],
  ): Readonly<Record<Verdict, readonly ResourceReference[]>> {
    const { parts } = this.#sources;
    const filter = this.#filter;
    if (filter.isEmpty) return { found: references, none: [], unknown: [] };
    const now = Date.now();
    const verdicts = { found: [], none: [], unknown: [] } as Record<Verdict, ResourceReference[]>;
    for (const server of references) {
      const facets = this.#facets(server);
      if (filter.isExcluded(facets)) continue;
      verdicts[filter.judge(facets, parts.of(server), now)].push(server);
    }
    return verdicts;
  }

  #shown(
    collection: CollectionReference,
    members: readonly ResourceReference[],
    listing: Listing | undefined,
  ): {
    readonly pinned: readonly ResourceReference[];
    readonly others: readonly ResourceReference[];
  } {
    const { pins, options, search } = this.#sources;
    const { words } = this.#filter;
    // Unless the whole list is loaded, only the service knows all names.
    const found = listing?.isComplete ? [] : search.results(collection, words);
    const keys = new Set(members.map(toKey));
    const matching = this.matching([...members, ...found.filter((each) => !keys.has(toKey(each)))]);
    const pinnedKeys = new Set(pins.of(collection).map(({ reference }) => toKey(reference)));
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

  get #filter(): Filter {
    return new Filter(this.#sources.options.current.filter);
  }

  #groups(reference: ResourceReference): readonly string[] {
    const { grouping } = this.#sources.options.current;
    return grouping === 'none' ? [] : groupsOf(grouping, this.#facets(reference));
  }

  /** Only grouping by tag can put a server in several groups: its rows need separate identities. */
  #place(value: string): RowPlace {
    return this.#sources.options.current.grouping === 'tag' ? { within: `tag/${value}` } : {};
  }

  #facets(reference: ResourceReference): Facets {
    const resource = findResource(this.#sources, reference);
    return facetsOf(resource ?? {}, presentIn(reference, resource));
  }
}
