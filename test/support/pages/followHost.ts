import type { BarePage } from './barePage';
import type { ExplorerWorld } from '../explorerWorld';
import { systemClock } from '../../../src/api/scheduling/clock';
import { panelWords } from '../../../src/pages/words';
import { Follower, pauseButton, toFollowModel } from '../../../src/panels/follow/follower';
import { readEvents } from '../../../src/panels/follow/logs';
import { parsePageMessage } from '../../../src/panels/page/messages';
import { type ResourceReference, toDocumentPath, toKey } from '../../../src/resources/reference';
import type { ToPage } from '../../../src/pages/protocol';

const title = 'Events: shop-frankfurt';
const server: ResourceReference = { account: 'example', kind: 'server', ids: [1] };

/** The extension's side of a page of followed events in a bare browser, about one server. */
export class FollowHost {
  readonly #bare: BarePage;
  readonly #follower: Follower;

  constructor(bare: BarePage, { client }: ExplorerWorld) {
    this.#bare = bare;
    const read = (page: number, signal: AbortSignal) => readEvents(client, server, page, signal);
    this.#follower = new Follower({
      clock: systemClock,
      sources: [{ id: toKey(server), name: 'shop-frankfurt', read }],
      describeError: String,
      add: (rows) => this.#post({ type: 'rows', rows, isAll: false }),
      change: () => this.#showModel(),
    });
  }

  /** Loads the page and waits until its events are drawn. */
  async open(): Promise<void> {
    const words = JSON.stringify(panelWords());
    const path = toDocumentPath(server);
    const data = { path, panel: 'follow', instance: '1', words, changes: '[]' };
    const source = { title, data };
    await this.#bare.load(source, (message) => this.#take(message));
    await this.#bare.page.locator('tbody .badge.warning').first().waitFor();
  }

  close(): void {
    this.#follower.show(false);
  }

  #take(received: unknown): void {
    const message = parsePageMessage(received);
    if (message?.type === 'press' && message.id === pauseButton) {
      this.#follower.pause(!this.#follower.isPaused);
    }
    if (message?.type === 'refresh') this.#follower.retry();
    if (message?.type === 'ready') this.#follower.show(true);
    this.#showModel();
  }

  #showModel(): void {
    this.#post({ type: 'model', ...toFollowModel(title, this.#follower) });
  }

  #post(message: ToPage): void {
    void this.#bare.post(message);
  }
}
