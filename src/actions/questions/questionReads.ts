import { toKey, type ResourceReference } from '../../resources/reference';
import type { Resource } from '../../resources/kinds/kind';
import type { FieldContext } from '../../documents/creations/field';

/** How long an answer counts as the state before a write, in milliseconds. */
const recentMs = 15_000;

interface Read {
  readonly at: number;
  readonly resource: Resource;
}

export class QuestionReads {
  readonly #context: FieldContext;
  readonly #now: () => number;
  readonly #reads = new Map<string, Read>();

  /** @param now a monotonic time, in milliseconds. */
  constructor(context: FieldContext, now: () => number = () => performance.now()) {
    this.#context = context;
    this.#now = now;
  }

  get context(): FieldContext {
    const { client, ...others } = this.#context;
    return {
      ...others,
      client: {
        read: (reference, options) => this.#read(reference, options),
        perform: (...given) => client.perform(...given),
        readAll: (...given) => client.readAll(...given),
      },
    };
  }

  /** A resource as a question read it, if that was only seconds ago. */
  recent(reference: ResourceReference): Resource | undefined {
    const read = this.#reads.get(toKey(reference));
    return read && this.#now() - read.at <= recentMs ? read.resource : undefined;
  }

  /** Forgets everything: a request was sent, which may have changed it. */
  clear(): void {
    this.#reads.clear();
  }

  async #read(
    ...[reference, options]: Parameters<FieldContext['client']['read']>
  ): Promise<Resource> {
    const key = toKey(reference);
    const known = this.#reads.get(key);
    if (known) return known.resource;
    const at = this.#now();
    const resource = await this.#context.client.read(reference, options);
    this.#reads.set(key, { at, resource });
    return resource;
  }
}
