import type { Target } from '../../resources/reference';
import type { Count, FleetTone } from '../../pages/fleet/protocol';

/** Resources behind what the page shows, with one more fact about each. */
export interface PickedResources {
  readonly title: string;
  readonly items: readonly { readonly target: Target; readonly detail?: string }[];
}

/** What is behind each number on the page. */
export class Picks {
  readonly #picks = new Map<string, PickedResources>();

  /** Adds resources, and returns the number that leads to them. */
  add(
    id: string,
    label: string,
    items: PickedResources['items'],
    tone: FleetTone = 'quiet',
  ): Count {
    this.#picks.set(id, { title: label, items });
    return { id, label, count: items.length, tone };
  }

  find(id: string): PickedResources | undefined {
    return this.#picks.get(id);
  }
}
