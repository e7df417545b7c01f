import type { CheckedArea } from '../checker';

/** Users of the checks' outcome other than the Needs Attention view. */
export type Viewer = 'fleet' | 'filter';

export const allAreas: readonly CheckedArea[] = ['health', 'certificates'];

/** Who can see the outcome of checks, and so what to check first. */
export class Viewers {
  readonly #areas = new Map<Viewer, readonly CheckedArea[]>();

  /** @param areas what it shows. */
  note(viewer: Viewer, areas: readonly CheckedArea[]): void {
    this.#areas.set(viewer, areas);
  }

  /** Most wanted first; empty while the window isn't focused. */
  wanted(
    view: { readonly visible: boolean },
    window: { readonly focused: boolean },
  ): readonly CheckedArea[] {
    if (!window.focused) return [];
    // What the filter needs comes first; otherwise health does, since there's less of it.
    const filtered = this.#areas.get('filter') ?? [];
    const shown = view.visible ? allAreas : (this.#areas.get('fleet') ?? []);
    return [...filtered, ...shown.filter((each) => !filtered.includes(each))];
  }
}
