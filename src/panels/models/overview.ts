import { type Part, unreadPart } from './parts';
import type { Resource } from '../../resources/kinds/kind';
import { toPlain } from '../../base/foreignText';
import type { Draw, Drawing, PanelContext, PanelReader } from '../panelKind';

type Parts<Name extends string> = Readonly<Record<Name, Part>>;

/** A resource with further parts, each of which is read, drawn and may fail on its own. */
export abstract class Overview<Name extends string> implements PanelReader {
  protected resource: Resource = {};
  protected parts: Parts<Name>;
  readonly #names: readonly Name[];

  constructor(names: readonly Name[]) {
    this.#names = names;
    this.parts = allLoading(names);
  }

  readonly load: Draw = async (to) => {
    await this.readResource(to);
    this.parts = allLoading(this.#names);
    this.draw(to);
    this.outdate(to);
    const reads = this.#names.map(async (name) => {
      await this.read(name, to);
      if (!to.signal.aborted) this.draw(to);
    });
    await Promise.all(reads);
  };

  protected abstract readPart(name: Name, to: Drawing): Promise<unknown>;

  protected abstract draw(to: Drawing): void;

  /** Makes the store read again what is shared with the tree. */
  protected abstract outdate(to: Drawing): void;

  protected async readResource(to: Drawing): Promise<void> {
    const { client, nameOf, reference, signal, known } = to;
    const read = known ?? (await client.read(reference, { signal }));
    this.resource = { ...read, name: read['name'] ?? toPlain(nameOf(reference)) };
  }

  /** @param instead what to keep, as outdated, if it can't be read. */
  protected async read(name: Name, to: Drawing, instead?: Part): Promise<void> {
    let part: Part;
    try {
      part = { state: 'there', value: await this.readPart(name, to) };
    } catch (error) {
      part = this.unread(instead, error, to);
    }
    if (!to.signal.aborted) this.parts = { ...this.parts, [name]: part };
  }

  protected unread(before: Part | undefined, error: unknown, context: PanelContext): Part {
    return unreadPart(before, error, context);
  }
}

function allLoading<Name extends string>(names: readonly Name[]): Parts<Name> {
  return Object.fromEntries(names.map((name) => [name, { state: 'loading' }])) as Parts<Name>;
}
