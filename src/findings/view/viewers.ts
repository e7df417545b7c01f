import type { CheckedArea } from '../checker';

/** What shows the outcome of checks besides the view of what needs attention. */
export type Viewer = 'fleet' | 'filter';

/** Who can see the outcome of checks, and so what to check first. */
export class Viewers {
  readonly #visible = new Set<Viewer>();

  note(viewer: Viewer, isVisible: boolean): void {
    if (isVisible) this.#visible.add(viewer);
    else this.#visible.delete(viewer);
  }

  /** What to check, the most wanted first. */
  wanted(isViewVisible: boolean): readonly CheckedArea[] {
    const showsAll = isViewVisible || this.#visible.has('fleet');
    // Somebody filters by certificates; otherwise health comes first, since there's less of it.
    if (this.#visible.has('filter'))
      return ['certificates', ...(showsAll ? ['health' as const] : [])];
    return showsAll ? ['health', 'certificates'] : [];
  }
}
