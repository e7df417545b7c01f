import type { Draw, PanelContent, PanelContext, PanelReader } from './panelKind';
import type { Clock } from '../api/scheduling/clock';
import type { Disposable } from '../base/emitter';
import type { Resource } from '../resources/kinds/kind';
import type { ResourceReference } from '../resources/reference';
import type { StoreChange } from '../resources/store/resourceStore';

/** How often a visible panel is sampled, in milliseconds: by two requests, so two a minute. */
const sampleEvery = 60_000;

interface Outlet {
  /** @param isWhole whether everything was read anew, so that earlier failures no longer matter. */
  readonly show: (content: PanelContent, isWhole: boolean) => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
  readonly showBusy: () => Promise<void>;
}

/** Reads an open panel's data: everything at first, then only the parts that a change affects. */
export class PanelReading implements Disposable {
  readonly #reader: PanelReader;
  readonly #context: PanelContext;
  readonly #reference: ResourceReference;
  readonly #outlet: Outlet;
  readonly #clock: Clock;
  #readAt: number;
  #isVisible = false;
  #cancelSample: (() => void) | undefined;
  #reading = new AbortController();
  #isReading = false;
  #isDisposed = false;

  constructor(
    reader: PanelReader,
    context: PanelContext,
    reference: ResourceReference,
    clock: Clock,
    outlet: Outlet,
  ) {
    this.#reader = reader;
    this.#context = context;
    this.#reference = reference;
    this.#outlet = outlet;
    this.#clock = clock;
    this.#readAt = clock.elapsed();
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  /** Reads after a save. @param known the resource, if it was just read. */
  loadSaved(known?: Resource): Promise<void> {
    return this.load(known, this.#reader.loadSaved);
  }

  /** @param known the resource, if it was just read. */
  async load(known?: Resource, read: Draw = this.#reader.load): Promise<void> {
    if (this.#isDisposed) return;
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.#isReading = true;
    await this.#outlet.showBusy();
    await this.#run(read, signal, true, known);
    if (signal.aborted) return;
    this.#isReading = false;
    this.#scheduleAnew();
    await this.#outlet.showBusy();
  }

  async follow(change: StoreChange): Promise<void> {
    if (this.#reader.dependsOn?.(change, this.#reference)) {
      await this.#draw(this.#reader.redraw);
    }
  }

  async ask(typed: string): Promise<void> {
    this.#reader.ask?.(typed);
    await this.#draw(this.#reader.redraw);
  }

  /** Performs a button's action; false if the button runs a command. */
  press(id: string): boolean {
    const { handlers = {} } = this.#reader;
    const draw = Object.hasOwn(handlers, id) ? handlers[id] : undefined;
    if (draw) void this.#draw(draw);
    return draw !== undefined;
  }

  /** Samples a panel that can be seen; a sample that is due by then is taken at once. */
  showed(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return;
    this.#isVisible = isVisible;
    this.#schedule();
  }

  /** Restarts the wait, because everything was just read anyway. */
  #scheduleAnew(): void {
    this.#readAt = this.#clock.elapsed();
    this.#schedule();
  }

  #schedule(): void {
    this.#cancelSample?.();
    const { sample } = this.#reader;
    if (!sample || !this.#isVisible || this.#isDisposed) return;
    const due = this.#readAt + sampleEvery - this.#clock.elapsed();
    this.#cancelSample = this.#clock.after(Math.max(0, due), () => void this.#sample(sample));
  }

  async #sample(sample: Draw): Promise<void> {
    this.#readAt = this.#clock.elapsed();
    await this.#draw(sample);
    if (this.#isVisible) this.#scheduleAnew();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#cancelSample?.();
    this.#reading.abort();
  }

  async #draw(part: Draw | undefined): Promise<void> {
    if (!part || this.#isReading || this.#isDisposed) return;
    await this.#run(part, this.#reading.signal, false);
  }

  async #run(read: Draw, signal: AbortSignal, isWhole: boolean, known?: Resource): Promise<void> {
    let shown: Promise<void> | undefined;
    const show = (content: PanelContent): void => {
      if (!signal.aborted) shown = this.#outlet.show(content, isWhole);
    };
    try {
      await read({ ...this.#context, reference: this.#reference, show, signal, known });
    } catch (error) {
      if (!signal.aborted) await this.#outlet.fail(error);
    }
    await shown;
  }
}
