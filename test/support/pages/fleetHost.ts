import type { BarePage } from './barePage';
import type { ExplorerWorld } from '../explorerWorld';
import { atOnce } from '../../../src/base/pieces';
import { MemoryFolder } from '../memoryFolder';
import { until } from '../until';
import { systemClock } from '../../../src/api/scheduling/clock';
import { findAreas } from '../../../src/findings/areas';
import { CertificateStorage } from '../../../src/findings/certificateStorage';
import { Checker } from '../../../src/findings/checker';
import { evaluate } from '../../../src/findings/evaluate';
import { gather, type Knowledge } from '../../../src/findings/knowledge';
import { labelOf, pathOf } from '../../../src/findings/view/names';
import { Fleet } from '../../../src/panels/fleet/fleet';
import { type FleetFilter, parsePageMessage } from '../../../src/panels/page/messages';
import { panelWords } from '../../../src/pages/words';
import { ResourceIndex } from '../../../src/resources/index/resourceIndex';
import { ServerFacts } from '../../../src/resources/serverFacts';

const account = 'example';

/** The extension's side of the fleet page in a bare browser: the data of one service, through the fleet's own code. */
export class FleetHost {
  readonly #bare: BarePage;
  readonly #world: ExplorerWorld;
  readonly #fleet = new Fleet();
  readonly #facts: ServerFacts;
  readonly #certificates = new CertificateStorage(new MemoryFolder(), () => undefined);
  readonly #index = new ResourceIndex();
  /** The ids of the buttons that were pressed. */
  readonly pressed: string[] = [];

  constructor(bare: BarePage, world: ExplorerWorld) {
    this.#bare = bare;
    this.#world = world;
    this.#facts = new ServerFacts(world.client);
  }

  /** Reads everything that the page shows of servers, like checking everything does. */
  async check(): Promise<void> {
    const { store } = this.#world;
    const { items } = await store.all({ account, kind: 'server', parents: [] });
    for (const { id } of items) {
      const parents = [Number(id)];
      await store.all({ account, kind: 'cronJob', parents });
      const { items: apps } = await store.all({ account, kind: 'webApplication', parents });
      for (const app of apps) {
        await store.all({ account, kind: 'domain', parents: [...parents, Number(app['id'])] });
      }
    }
    let isDone = false;
    const clock = { ...systemClock, after: () => ((isDone = true), () => undefined) };
    const checker = new Checker({
      store,
      facts: this.#facts,
      certificates: this.#certificates,
      knowledge: () => this.#gather(),
      clock,
      wanted: () => ['health', 'certificates'],
    });
    checker.wake();
    await until('everything is checked', () => isDone);
    checker.dispose();
  }

  /** Loads the page and waits until it's drawn. */
  async open(): Promise<void> {
    this.#update();
    const words = JSON.stringify(panelWords());
    const data = { path: '', panel: 'fleet', instance: 'one', words, changes: '[]' };
    await this.#bare.load({ title: 'Fleet Overview', data }, (message) => this.#take(message));
    await this.#bare.page.getByRole('heading', { name: /^Servers/ }).waitFor();
  }

  get filter(): FleetFilter {
    return this.#fleet.filter;
  }

  close(): void {
    this.#certificates.dispose();
  }

  #take(received: unknown): void {
    const message = parsePageMessage(received);
    const fleet = this.#fleet;
    if (message?.type === 'filter') fleet.choose(message.id, message.value);
    if (message?.type === 'press') {
      this.pressed.push(message.id);
      fleet.pick(message.id);
    }
    const model = fleet.model();
    if (model && message?.type !== 'changed') void this.#bare.post({ type: 'model', model });
  }

  #gather(): Knowledge {
    const { store } = this.#world;
    const [facts, certificates, index] = [this.#facts, this.#certificates, this.#index];
    return atOnce(gather([account], store, index, facts, certificates));
  }

  #update(): void {
    const knowledge = this.#gather();
    const now = Date.now();
    const names = {
      store: this.#world.store,
      index: this.#index,
      pins: { find: () => undefined },
    };
    const context = { now, isPending: () => false };
    this.#fleet.update({
      knowledge,
      findings: atOnce(evaluate(knowledge, context)).findings,
      areas: atOnce(findAreas(knowledge, [account])),
      accounts: [{ value: account, label: 'Example Hosting' }],
      now,
      labelOf: (target) => labelOf(names, target),
      pathOf: (target) => pathOf(names, target),
    });
  }
}
