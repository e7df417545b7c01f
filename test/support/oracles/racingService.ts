import { ReadOrder, type ResourceClient } from '../../../src/resources/resourceClient';
import type { Resource } from '../../../src/resources/kinds/kind';

const perPage = 3;

/**
 * A service with one list, whose answers reflect the moment of their request and arrive when
 * released, in any order.
 */
export class RacingService {
  readonly order = new ReadOrder();
  readonly rows = new Map<number, number>(Array.from({ length: 8 }, (_, id) => [id + 1, 1]));
  /** The number of the credentials used for answers. */
  token = 1;
  /** Whether the account exists. */
  isSignedIn = true;
  readonly #waiting: (() => void)[] = [];
  readonly #reading = new Map<number, number>();

  get client(): ResourceClient {
    const client = {
      order: this.order,
      read: async ({ ids }: { ids: readonly number[] }) => {
        const began = this.order.next();
        const id = Number(ids.at(-1));
        const version = this.rows.get(id);
        const row = { id, version: version ?? 0, token: this.token };
        const { isSignedIn } = this;
        this.#reading.set(id, (this.#reading.get(id) ?? 0) + 1);
        await this.#delay();
        this.#reading.set(id, (this.#reading.get(id) ?? 0) - 1);
        if (!isSignedIn) throw new Error('There is no account.');
        if (version === undefined) throw new Error('It is gone.');
        this.order.note(row, began);
        return row;
      },
      page: (_collection: unknown, number: number) => this.#page(number),
      pages: async () => this.#pages(),
    };
    return client as unknown as ResourceClient;
  }

  /** Whether a single row is being read. */
  isReading(id: number): boolean {
    return (this.#reading.get(id) ?? 0) > 0;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  /** Changes a row: the service applies it some time after the request, and the answer arrives even later. */
  async write(id: number): Promise<Resource | undefined> {
    const began = this.order.next();
    const { token } = this;
    await this.#delay();
    const version = this.rows.get(id);
    if (version === undefined || token !== this.token) return undefined;
    this.rows.set(id, version + 1);
    const row = { id, version: version + 1, token };
    await this.#delay();
    this.order.noteWrite(row, began);
    return row;
  }

  /** Delivers one of the answers (none for NaN), so that its caller continues. */
  async arrive(choose: number): Promise<void> {
    if (!Number.isNaN(choose)) {
      this.#waiting.splice(choose % Math.max(1, this.#waiting.length), 1)[0]?.();
    }
    for (let turn = 0; turn < 12; turn += 1) {
      await Promise.resolve();
    }
  }

  async #page(number: number) {
    const rows = [...this.rows].map(([id, version]): Resource => {
      return { id, version, token: this.token };
    });
    const items = rows.slice((number - 1) * perPage, number * perPage);
    const totalPages = Math.ceil(rows.length / perPage);
    const isLast = number >= totalPages;
    const { isSignedIn } = this;
    await this.#delay();
    if (!isSignedIn) throw new Error('There is no account.');
    return { items, number, perPage, total: rows.length, totalPages, isLast };
  }

  async *#pages() {
    for (let number = 1; ; number += 1) {
      const page = await this.#page(number);
      yield { number, page };
      if (page.isLast) return;
    }
  }

  #delay(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
