import assert from 'node:assert/strict';
import { foreign } from '../../src/base/foreignText';
import type { Row, Section } from '../../src/pages/model';
import type {
  Drawing,
  PanelContent,
  PanelContext,
  PanelKind,
  PanelReader,
} from '../../src/panels/panelKind';
import type { ResourceReference } from '../../src/resources/reference';
import type { ActionWorld } from './actions/actionWorld';
import { ScriptedPrompts } from './actions/scriptedPrompts';

/** The context of a panel's reader, in English, for a service and a time. */
export function panelContextOf(
  world: ActionWorld,
  now: () => number = () => Date.now(),
): PanelContext {
  const { client, store, pendingFirewalls } = world.context(new ScriptedPrompts());
  const inForce = pendingFirewalls.inForce.bind(pendingFirewalls);
  return {
    client,
    store,
    nameOf: () => foreign('?'),
    describeError: String,
    now,
    firewall: { ...unseenFirewall, inForce },
  };
}

/** No deployment was seen, and nothing is staged. */
export const unseenFirewall: PanelContext['firewall'] = {
  inForce: () => ({ why: 'unseen' }),
  staged: () => ({ added: [], removed: [] }),
  sshPortOf: () => 22,
};

/** A panel of a resource without a page, which keeps what it showed. */
export class OpenPanel {
  readonly shown: PanelContent[] = [];
  readonly reader: PanelReader;
  context: PanelContext;
  readonly #reference: ResourceReference;

  constructor(
    kind: PanelKind | undefined,
    reference: ResourceReference,
    ...[world, now]: Parameters<typeof panelContextOf>
  ) {
    this.reader = kind?.open() ?? assert.fail('There is no such panel.');
    this.#reference = reference;
    this.context = panelContextOf(world, now);
  }

  drawing(reference = this.#reference): Drawing {
    const { signal } = new AbortController();
    return { ...this.context, reference, show: (content) => this.shown.push(content), signal };
  }

  load(reference = this.#reference): Promise<void> {
    return this.reader.load(this.drawing(reference));
  }

  async sample(): Promise<void> {
    await this.reader.sample?.(this.drawing());
  }

  async redraw(): Promise<void> {
    await this.reader.redraw?.(this.drawing());
  }

  get last(): PanelContent {
    return this.shown.at(-1) ?? assert.fail('Nothing is shown.');
  }

  section(id: string): Section {
    return this.last.sections.find((each) => each.id === id) ?? assert.fail(id);
  }

  rows(id: string): readonly Row[] {
    return this.section(id).table?.rows ?? [];
  }
}
