import { foreignNode, h } from '../dom';
import type { Tone } from '../model';

/** A state in a word or two. */
export function drawBadge({
  text,
  tone,
}: {
  readonly text: string;
  readonly tone: Tone;
}): HTMLElement {
  return h('span', { class: `badge ${tone}` }, foreignNode(text));
}
