import type { ShownEvent } from './protocol';
import { foreignNode, h } from '../dom';
import { formats } from '../formats';

/** What drawing an event's row needs. */
interface RowParts {
  /** The name of the event's log; undefined if only one is followed. */
  readonly name: string | undefined;
  /** The text that says that events before it are missing. */
  readonly gap: string;
  readonly open: () => void;
}

/** An event: its time, level, log and text. */
export function drawEvent(event: ShownEvent, { name, gap, open }: RowParts): HTMLElement {
  const { at, time, level, levelText, text, isAfterGap } = event;
  const when =
    at === undefined
      ? h('span', { class: 'when' }, foreignNode(time))
      : h('time', { class: 'when', datetime: new Date(at).toISOString() }, formats.moment(at));
  return h(
    'div',
    { class: `event level-${level}` },
    ...(isAfterGap ? [h('p', { class: 'note gap' }, gap)] : []),
    when,
    h('span', { class: 'level' }, foreignNode(levelText)),
    ...(name === undefined
      ? []
      : [h('button', { type: 'button', class: 'link from', onclick: open }, foreignNode(name))]),
    h('span', { class: 'text' }, foreignNode(text)),
  );
}
