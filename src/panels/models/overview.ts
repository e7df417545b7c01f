import { type Part, unreadPart } from './parts';
import type { Resource } from '../../resources/kinds/kind';
import type { ResourceReference } from '../../resources/reference';
import { toPlain } from '../../base/foreignText';
import type { Draw, PanelContext, PanelReader, Show } from '../panelKind';

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

  readonly load: Draw = async (context, reference, show, signal) => {
    await this.readResource(context, reference, signal);
    this.parts = allLoading(this.#names);
    this.draw(context, reference, show);
    this.outdate(context, reference);
    const reads = this.#names.map(async (name) => {
      await this.read(name, context, reference, signal);
      if (!signal.aborted) this.draw(context, reference, show);
    });
    await Promise.all(reads);
  };

  protected abstract readPart(
    name: Name,
    context: PanelContext,
    reference: ResourceReference,
    signal: AbortSignal,
  ): Promise<unknown>;

  protected abstract draw(context: PanelContext, reference: ResourceReference, show: Show): void;

  /** Makes the store read again what is shared with the tree. */
  protected abstract outdate(context: PanelContext, reference: ResourceReference): void;

  protected async readResource(
    { client, nameOf }: PanelContext,
    reference: ResourceReference,
    signal: AbortSignal,
  ): Promise<void> {
    const read = await client.read(reference, { signal });
    this.resource = { ...read, name: read['name'] ?? toPlain(nameOf(reference)) };
  }

  /** @param instead what to keep, as outdated, if it can't be read. */
  protected async read(
    name: Name,
    context: PanelContext,
    reference: ResourceReference,
    signal: AbortSignal,
    instead?: Part,
  ): Promise<void> {
    let part: Part;
    try {
      part = { state: 'there', value: await this.readPart(name, context, reference, signal) };
    } catch (error) {
      part = this.unread(instead, error, context);
    }
    if (!signal.aborted) this.parts = { ...this.parts, [name]: part };
  }

  protected unread(before: Part | undefined, error: unknown, context: PanelContext): Part {
    return unreadPart(before, error, context);
  }
}

function allLoading<Name extends string>(names: readonly Name[]): Parts<Name> {
  return Object.fromEntries(names.map((name) => [name, { state: 'loading' }])) as Parts<Name>;
}
