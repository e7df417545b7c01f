import { type StoreChange } from '../../resources/store/resourceStore';
import { Overview } from './overview';
import { type Part, unreadPart } from './parts';
import {
  type WebApplicationPartName,
  webApplicationPartNames,
  resourceParts,
  toWebApplicationContent,
} from './webApplicationContent';
import { certificateOf, readCertificates } from './webApplicationDomains';
import { listWebApplicationLogs } from '../../api/contract/serverFacts';
import { readPhpVersions, readWebApplicationSettings } from '../../api/contract/webApplication';
import { ApiError } from '../../api/errors';
import {
  type CollectionReference,
  parentOf,
  type ResourceReference,
} from '../../resources/reference';
import type { Draw, Drawing, PanelContext, PanelKind } from '../panelKind';

export const webApplicationPanel: PanelKind = {
  id: 'webApplication',
  kind: 'webApplication',
  open: () => new WebApplicationOverview(),
};

class WebApplicationOverview extends Overview<WebApplicationPartName> {
  #wasRead = false;

  constructor() {
    super(webApplicationPartNames);
  }

  readonly loadSaved: Draw = async (to) => {
    await this.readResource(to);
    if (this.parts.settings.state !== 'unoffered') await this.read('settings', to);
    if (!to.signal.aborted) this.draw(to);
  };

  /** Keeps what was read before if it can't be read again, and says so. */
  readonly sample: Draw = async (to) => {
    if (this.parts.log.state === 'unoffered') return;
    await this.read('log', to, this.parts.log);
    this.draw(to);
  };

  dependsOn({ collection }: StoreChange, reference: ResourceReference): boolean {
    const { account, kind, parents } = collection;
    const isBelow =
      account === reference.account && reference.ids.every((id, at) => id === parents[at]);
    return isBelow && ['domain', 'ssl', ...resourceParts].includes(kind);
  }

  readonly redraw: Draw = async (to) => {
    const { store, reference, signal } = to;
    const forgotten = resourceParts.filter(
      (kind) => this.parts[kind].state === 'there' && !store.find({ ...reference, kind }),
    );
    const isForgotten = this.parts.domains.state === 'there' && !store.peek(domainsOf(reference));
    const again: readonly WebApplicationPartName[] = isForgotten
      ? [...forgotten, 'domains']
      : forgotten;
    await Promise.all(again.map((name) => this.read(name, to)));
    if (!signal.aborted) this.draw(to);
  };

  /** Shares the list of domains with the tree, unless it's read again. */
  protected override outdate({ store, reference }: Drawing): void {
    if (this.#wasRead) store.outdateBelow(domainsOf(reference));
    this.#wasRead = true;
  }

  protected override unread(before: Part | undefined, error: unknown, context: PanelContext): Part {
    // For a documented part, a 404 means that there is none yet.
    const isAbsent = error instanceof ApiError && error.reason === 'notFound';
    return isAbsent && before?.state !== 'there'
      ? { state: 'absent' }
      : super.unread(before, error, context);
  }

  protected override async readPart(name: WebApplicationPartName, to: Drawing): Promise<unknown> {
    const { client, store, reference, signal } = to;
    const options = { signal };
    switch (name) {
      case 'versions':
        return client.perform(
          parentOf(reference) ?? reference,
          readPhpVersions,
          undefined,
          options,
        );
      case 'settings':
        return client.perform(reference, readWebApplicationSettings, undefined, options);
      case 'log':
        return (await client.readPage(reference, listWebApplicationLogs, 1, options)).items;
      case 'domains': {
        const { items } = await store.list(domainsOf(reference), options);
        await readCertificates(to, items);
        return items;
      }
      case 'sharedSsl':
      case 'gitRepository':
      case 'cacheConfiguration':
      case 'waf':
        return store.read({ ...reference, kind: name }, options);
    }
  }

  protected override draw(to: Drawing): void {
    const { store, reference } = to;
    const parts = { ...this.parts } as Record<WebApplicationPartName, Part>;
    const listed = domainsOf(reference);
    const known = [
      ...resourceParts.map((kind) => {
        const part = { ...reference, kind };
        return [kind, store.find(part), store.failure(part)] as const;
      }),
      ['domains', store.peek(listed)?.items, store.failure(listed)] as const,
    ];
    for (const [name, value, error] of known) {
      if (!value || parts[name].state === 'loading') continue;
      const part = { state: 'there', value } as const;
      parts[name] = error === undefined ? part : unreadPart(part, error, to);
    }
    const overview = { webApplication: this.resource, parts };
    const content = toWebApplicationContent(overview, reference, {
      ...to,
      certificateOf: (domain) => certificateOf(to, reference, domain),
      domainCount: store.peek(listed)?.total,
    });
    to.show(content);
  }
}

function domainsOf({ account, ids }: ResourceReference): CollectionReference {
  return { account, kind: 'domain', parents: ids };
}
