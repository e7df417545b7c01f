import { type StoreChange } from '../../resources/store/resourceStore';
import { allLoading, readEach, withName } from '../panelReading';
import { unreadPart } from './parts';
import {
  type WebApplicationPartName,
  webApplicationPartNames,
  type WebApplicationParts,
  resourceParts,
  type WebApplicationPart,
  toWebApplicationContent,
} from './webApplicationContent';
import { certificateOf, readCertificates } from './webApplicationDomains';
import { readAtomicProject } from '../../api/contract/atomicProject';
import { readCacheConfiguration } from '../../api/contract/cacheConfiguration';
import { listDomains } from '../../api/contract/domain';
import { readSsl } from '../../api/contract/domainSsl';
import { readGitRepository } from '../../api/contract/git';
import { readSharedSsl, readSslMode } from '../../api/contract/sharedSsl';
import { listWebApplicationLogs } from '../../api/contract/serverFacts';
import { readWaf } from '../../api/contract/waf';
import { readPhpVersions, readWebApplication } from '../../api/contract/webApplication';
import { readWebApplicationSettings } from '../../api/contract/webApplicationSettings';
import { ApiError } from '../../api/errors';
import type { Resource } from '../../resources/kinds/kind';
import {
  type CollectionReference,
  parentOf,
  type ResourceReference,
} from '../../resources/reference';
import type { Draw, PanelContext, PanelKind, PanelReader, Show } from '../panelKind';

export const webApplicationPanel: PanelKind = {
  id: 'webApplication',
  kind: 'webApplication',
  reads: [
    readWebApplication,
    readWebApplicationSettings,
    readPhpVersions,
    listDomains,
    readSsl,
    readSslMode,
    readSharedSsl,
    readGitRepository,
    readAtomicProject,
    readCacheConfiguration,
    readWaf,
    listWebApplicationLogs,
  ],
  open: () => new WebApplicationOverview(),
};

class WebApplicationOverview implements PanelReader {
  #webApplication: Resource = {};
  #parts: WebApplicationParts = allLoading(webApplicationPartNames);
  #wasRead = false;

  /** Shares the list of domains with the tree, unless it's read again. */
  readonly load: Draw = async (context, reference, show, signal) => {
    const read = await context.client.read(reference, { signal });
    this.#webApplication = withName(read, context, reference);
    this.#parts = allLoading(webApplicationPartNames);
    const draw = (): void => this.#draw(context, reference, show);
    draw();
    if (this.#wasRead) context.store.outdateBelow(domainsOf(reference));
    this.#wasRead = true;
    await readEach(
      webApplicationPartNames,
      (name) => this.#read(name, context, reference, signal),
      draw,
      signal,
    );
  };

  readonly loadSaved: Draw = async (context, reference, show, signal) => {
    const read = await context.client.read(reference, { signal });
    this.#webApplication = withName(read, context, reference);
    if (this.#parts.settings.state !== 'unoffered') {
      await this.#read('settings', context, reference, signal);
    }
    if (!signal.aborted) this.#draw(context, reference, show);
  };

  /** Keeps what was read before if it can't be read again, and says so. */
  readonly sample: Draw = async (context, reference, show, signal) => {
    if (this.#parts.log.state === 'unoffered') return;
    await this.#read('log', context, reference, signal, this.#parts.log);
    this.#draw(context, reference, show);
  };

  dependsOn({ collection }: StoreChange, reference: ResourceReference): boolean {
    const { account, kind, parents } = collection;
    const isBelow =
      account === reference.account && reference.ids.every((id, at) => id === parents[at]);
    return isBelow && ['domain', 'ssl', ...resourceParts].includes(kind);
  }

  readonly redraw: Draw = async (context, reference, show, signal) => {
    const { store } = context;
    const forgotten = resourceParts.filter(
      (kind) => this.#parts[kind].state === 'there' && !store.find({ ...reference, kind }),
    );
    const isForgotten = this.#parts.domains.state === 'there' && !store.peek(domainsOf(reference));
    const again: readonly WebApplicationPartName[] = isForgotten
      ? [...forgotten, 'domains']
      : forgotten;
    await Promise.all(again.map((name) => this.#read(name, context, reference, signal)));
    if (!signal.aborted) this.#draw(context, reference, show);
  };

  /** @param instead what to keep if it can't be read. */
  async #read(
    name: WebApplicationPartName,
    context: PanelContext,
    reference: ResourceReference,
    signal: AbortSignal,
    instead?: WebApplicationPart,
  ): Promise<void> {
    let part: WebApplicationPart;
    try {
      part = {
        state: 'there',
        value: await readWebApplicationPart(name, context, reference, signal),
      };
    } catch (error) {
      // For a documented part, a 404 means that there is none yet.
      const isAbsent = error instanceof ApiError && error.reason === 'notFound';
      const before = instead?.state === 'there' ? instead : undefined;
      part = isAbsent && !before ? { state: 'absent' } : unreadPart(before, error, context);
    }
    if (!signal.aborted) this.#parts = { ...this.#parts, [name]: part };
  }

  #draw(context: PanelContext, reference: ResourceReference, show: Show): void {
    const { store } = context;
    const parts: Record<WebApplicationPartName, WebApplicationPart> = { ...this.#parts };
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
      parts[name] = error === undefined ? part : unreadPart(part, error, context);
    }
    show(
      toWebApplicationContent({ webApplication: this.#webApplication, parts }, reference, {
        ...context,
        certificateOf: (domain) => certificateOf(context, reference, domain),
        domainCount: store.peek(listed)?.total,
      }),
    );
  }
}

function domainsOf({ account, ids }: ResourceReference): CollectionReference {
  return { account, kind: 'domain', parents: ids };
}

async function readWebApplicationPart(
  name: WebApplicationPartName,
  context: PanelContext,
  reference: ResourceReference,
  signal: AbortSignal,
): Promise<unknown> {
  const { client, store } = context;
  const options = { signal };
  switch (name) {
    case 'versions':
      return client.perform(parentOf(reference) ?? reference, readPhpVersions, undefined, options);
    case 'settings':
      return client.perform(reference, readWebApplicationSettings, undefined, options);
    case 'log':
      return client.readFirst(reference, listWebApplicationLogs, options);
    case 'domains': {
      const { items } = await store.list(domainsOf(reference), options);
      await readCertificates(context, reference, items, signal);
      return items;
    }
    case 'sharedSsl':
    case 'gitRepository':
    case 'cacheConfiguration':
    case 'waf':
      return store.read({ ...reference, kind: name }, options);
  }
}
