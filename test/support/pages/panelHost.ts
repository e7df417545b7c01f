import type { BarePage, PageSource } from './barePage';
import type { ActionWorld } from '../actions/actionWorld';
import { ScriptedPrompts } from '../actions/scriptedPrompts';
import { panelContextOf } from '../panelContext';
import { systemClock } from '../../../src/api/scheduling/clock';
import { toVisible } from '../../../src/base/foreignText';
import { findPress, toFailure } from '../../../src/panels/saveChanges';
import { parsePageMessage } from '../../../src/panels/page/messages';
import type { PanelContent, PanelKind } from '../../../src/panels/panelKind';
import { PanelReading } from '../../../src/panels/panelReading';
import { panelWords } from '../../../src/pages/words';
import { ResourceNames } from '../../../src/resources/names/resourceNames';
import { type ResourceReference, toDocumentPath } from '../../../src/resources/reference';
import type { FromPage, ToPage } from '../../../src/pages/protocol';

/**
 * The extension's side of a page in a bare browser: reads a resource with the panel's own code, and sends the page
 * what the extension would. It writes nothing, but records the page's requests.
 */
export class PanelHost {
  /** The messages that request more than reading. */
  readonly asked: FromPage[] = [];
  readonly #bare: BarePage;
  readonly #kind: PanelKind;
  readonly #reference: ResourceReference;
  readonly #names: ResourceNames;
  readonly #reading: PanelReading;
  readonly #following: { dispose(): unknown };
  #content: PanelContent | undefined;

  constructor(bare: BarePage, world: ActionWorld, kind: PanelKind, reference: ResourceReference) {
    this.#bare = bare;
    this.#kind = kind;
    this.#reference = reference;
    const { sessions, store } = world.context(new ScriptedPrompts());
    const pins = { find: () => undefined };
    this.#names = new ResourceNames(sessions, { store, pins });
    this.#reading = new PanelReading(
      kind.open(),
      { ...panelContextOf(world), nameOf: (each) => this.#names.nameOf(each) },
      reference,
      systemClock,
      {
        show: (content) => this.#show(content),
        fail: (error) => this.#post(toFailure(kind, error, { describeError: String })),
        showBusy: () => this.#post({ type: 'busy', isBusy: this.#reading.isReading }),
      },
    );
    this.#following = store.onDidChange((change) => void this.#reading.follow(change));
  }

  /** The page as it is before anything is read. */
  get source(): PageSource {
    const title = toVisible(this.#names.nameOf(this.#reference));
    const path = toDocumentPath(this.#reference);
    const panel = this.#kind.tableOf ? this.#kind.id : '';
    const words = JSON.stringify(panelWords());
    return { title, data: { path, panel, instance: '1', words, changes: '[]' } };
  }

  /** Loads the page and waits until it's complete. */
  async open(last: string): Promise<void> {
    const { page } = this.#bare;
    await this.#bare.load(this.source, (message) => this.#take(message));
    await page.getByRole('heading', { name: last, level: 2 }).waitFor();
    await page.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
    await page.locator('#panel[aria-busy="false"]').waitFor();
  }

  close(): void {
    this.#following.dispose();
    this.#reading.dispose();
  }

  #take(received: unknown): void {
    const message = parsePageMessage(received);
    if (message?.type === 'ready' || message?.type === 'refresh') void this.#reading.load();
    else if (message?.type === 'filter') void this.#reading.ask(message.value);
    else if (message) this.#press(message);
  }

  #press(message: FromPage): void {
    const shown = { reference: this.#reference, content: this.#content, failure: undefined };
    const isOurs = message.type === 'press' && findPress(shown, message.id) !== undefined;
    if (!isOurs || !this.#reading.press(message.id)) this.asked.push(message);
  }

  async #show(content: PanelContent): Promise<void> {
    this.#content = content;
    const { presses: _ours, ...shown } = content;
    const trail = await this.#names.trailOf(this.#reference);
    const subtitle = trail.map((each) => toVisible(each)).join(' · ');
    await this.#post({ type: 'model', model: { ...shown, subtitle } });
  }

  #post(message: ToPage): Promise<void> {
    return this.#bare.post(message);
  }
}
