import type { CheckedArea } from '../checker';

/** Users of the checks' outcome other than the Needs Attention view. */
export type Viewer = 'fleet' | 'filter';

/** Who can see the outcome of checks, and so what to check first. */
export class Viewers {
  readonly #visible = new Set<Viewer>();

  note(viewer: Viewer, isVisible: boolean): void {
    if (isVisible) this.#visible.add(viewer);
    else this.#visible.delete(viewer);
  }

  /** Most wanted first; empty while the window isn't focused. */
  wanted(
    view: { readonly visible: boolean },
    window: { readonly focused: boolean },
  ): readonly CheckedArea[] {
    if (!window.focused) return [];
    const showsAll = view.visible || this.#visible.has('fleet');
    // The filter needs certificates first; otherwise health comes first, since there's less of it.
    if (this.#visible.has('filter'))
      return ['certificates', ...(showsAll ? ['health' as const] : [])];
    return showsAll ? ['health', 'certificates'] : [];
  }
}
