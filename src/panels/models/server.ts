import { checkCertificates, type CertificateCheck } from './serverCertificates';
import { toServerContent } from './serverContent';
import { keepSample, type Sample } from './serverUse';
import { allLoading, readEach, withName } from '../partReading';
import type { Part } from './parts';
import { type ServerPartName, serverPartNames, type ServerParts } from './serverParts';
import { listDomains } from '../../api/contract/domain';
import { readSsl } from '../../api/contract/domainSsl';
import { readServer } from '../../api/contract/server';
import {
  listServerLogs,
  readServerHardware,
  readServerHealth,
  readServerStats,
  readServices,
} from '../../api/contract/serverFacts';
import { listWebApplications } from '../../api/contract/webApplication';
import type { Resource } from '../../resources/kinds/kind';
import type { CollectionReference, ResourceReference } from '../../resources/reference';
import type { Draw, PanelContext, PanelKind, PanelReader, Show } from '../panelKind';

const endpoints = {
  health: readServerHealth,
  hardware: readServerHardware,
  stats: readServerStats,
} as const;

/** The server overview (API §2.1); its parts appear as they are read. */
export const serverPanel: PanelKind = {
  id: 'server',
  kind: 'server',
  reads: [
    readServer,
    ...Object.values(endpoints),
    readServices,
    listServerLogs,
    listWebApplications,
    listDomains,
    readSsl,
  ],
  open: () => new ServerOverview(),
};

/** An open overview: the server as read, and the samples since. */
class ServerOverview implements PanelReader {
  #server: Resource = {};
  #parts: ServerParts = allLoading(serverPartNames);
  #samples: readonly Sample[] = [];
  #check: CertificateCheck | undefined;

  readonly acts = { checkCertificates: this.#checkCertificates.bind(this) };

  readonly load: Draw = async (context, reference, show, signal) => {
    const read = await context.client.read(reference, { signal });
    this.#server = withName(read, context, reference);
    this.#parts = allLoading(serverPartNames);
    const draw = (): void => this.#draw(context, reference, show);
    draw();
    context.store.outdateBelow(servicesOf(reference));
    await readEach(
      serverPartNames,
      (name) => this.#read(name, context, reference, signal),
      draw,
      signal,
    );
  };

  /** Keeps what was read before if it can't be read again. */
  readonly sample: Draw = async (context, reference, show, signal) => {
    const before = this.#parts;
    context.store.outdateBelow(servicesOf(reference));
    await Promise.all(
      (['health', 'services'] as const).map((name) =>
        this.#read(name, context, reference, signal, before[name]),
      ),
    );
    this.#draw(context, reference, show);
  };

  dependsOn(
    { collection }: { readonly collection: CollectionReference },
    reference: ResourceReference,
  ): boolean {
    const { account, kind, parents } = collection;
    const isBelow = account === reference.account && parents[0] === reference.ids[0];
    return isBelow && (kind === 'service' || kind === 'ssl');
  }

  readonly redraw: Draw = async (context, reference, show, signal) => {
    if (!context.store.peek(servicesOf(reference))) {
      await this.#read('services', context, reference, signal, this.#parts.services);
    }
    this.#draw(context, reference, show);
  };

  async #checkCertificates(
    context: PanelContext,
    reference: ResourceReference,
    show: Show,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#check?.isRunning) return;
    await checkCertificates(context, reference, signal, (check) => {
      this.#check = check;
      this.#draw(context, reference, show);
    });
  }

  /** @param instead what to keep if it can't be read. */
  async #read(
    name: ServerPartName,
    context: PanelContext,
    reference: ResourceReference,
    signal: AbortSignal,
    instead?: Part,
  ): Promise<void> {
    let part: Part;
    try {
      part = { state: 'there', value: await readServerPart(name, context, reference, signal) };
    } catch (error) {
      part = instead ?? { state: 'failed', text: context.describeError(error) };
    }
    if (signal.aborted) return;
    this.#parts = { ...this.#parts, [name]: part };
    if (name === 'health' && part.state === 'there' && part !== instead) {
      this.#samples = keepSample(this.#samples, part.value, context.now());
    }
  }

  #draw(context: PanelContext, reference: ResourceReference, show: Show): void {
    const listing = context.store.peek(servicesOf(reference));
    const { services } = this.#parts;
    const parts =
      listing && services.state === 'there'
        ? { ...this.#parts, services: { state: 'there', value: listing.items } as const }
        : this.#parts;
    const known = { server: this.#server, parts, samples: this.#samples, check: this.#check };
    show(toServerContent(known, reference, context));
  }
}

function servicesOf({ account, ids }: ResourceReference): CollectionReference {
  return { account, kind: 'service', parents: ids };
}

async function readServerPart(
  name: ServerPartName,
  { client, store }: PanelContext,
  reference: ResourceReference,
  signal: AbortSignal,
): Promise<unknown> {
  const { account, ids: parents } = reference;
  if (name === 'services') return (await store.list(servicesOf(reference), { signal })).items;
  if (name !== 'log') return client.perform(reference, endpoints[name], undefined, { signal });
  return (await client.page({ account, kind: 'logEntry', parents }, 1, { signal })).items;
}
