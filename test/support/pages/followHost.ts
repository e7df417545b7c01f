import type { BarePage } from './barePage';
import type { ExplorerWorld } from '../explorerWorld';
import { systemClock } from '../../../src/api/scheduling/clock';
import { Follower } from '../../../src/panels/follow/follower';
import { readEvents } from '../../../src/panels/follow/logs';
import { followWords, parseFollowMessage } from '../../../src/panels/follow/messages';
import { type ResourceReference, toDocumentPath, toKey } from '../../../src/resources/reference';
import type { ToFollow } from '../../../src/pages/follow/protocol';

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
      nameLevel: String,
      add: (events) => this.#post({ type: 'events', events, isAll: false }),
      change: () => this.#showSources(),
    });
  }

  /** Loads the page and waits until its events are drawn. */
  async open(): Promise<void> {
    const paths = JSON.stringify([toDocumentPath(server)]);
    const data = { words: JSON.stringify(followWords()), paths };
    const source = { name: 'follow', title: 'Events: shop-frankfurt', data } as const;
    await this.#bare.load(source, (message) => this.#take(message));
    await this.#bare.page.locator('.event.level-warning').first().waitFor();
  }

  close(): void {
    this.#follower.show(false);
  }

  #take(received: unknown): void {
    const message = parseFollowMessage(received);
    if (message?.type === 'pause') this.#follower.pause(message.isPaused);
    if (message?.type === 'retry') this.#follower.retry();
    if (message?.type === 'ready') this.#follower.show(true);
    this.#showSources();
  }

  #showSources(): void {
    const { sources, isPaused } = this.#follower;
    this.#post({ type: 'sources', sources, isPaused });
  }

  #post(message: ToFollow): void {
    void this.#bare.post(message);
  }
}
