import { drawTile, drawUnchecked } from './counts';
import type { CertificatesModel, FleetModel } from './model';
import { drawLink, drawPlainTable } from './rowList';
import type { FleetView } from './view';
import { h } from '../dom';
import { dayMs, soonDays } from '../../base/moment';
import { formats } from '../../base/l10n';

/** The ends of certificates on a line of days, and as a table. */
export function drawCertificates(view: FleetView, { certificates }: FleetModel): HTMLElement[] {
  const { counts, unchecked, days, rows } = certificates;
  // If something wasn't checked, an empty line doesn't mean that no certificate ends.
  const empty =
    unchecked.length > 0 ? [] : [h('p', { class: 'note' }, view.words.certificatesLater)];
  return [
    ...drawTile(view, 'certificates', counts),
    ...drawUnchecked(view, unchecked),
    ...(days.some((count) => count > 0) ? drawDays(view, certificates) : empty),
    ...(rows.length > 0 ? [drawCertificateTable(view, certificates)] : []),
  ];
}

function drawDays(view: FleetView, { days, from }: CertificatesModel): HTMLElement[] {
  const most = Math.max(...days, 1);
  const bars = days.map((count, day) => {
    if (count === 0) return h('span', { class: 'day', 'aria-hidden': 'true' });
    const date = formats.day(from + day * dayMs);
    const bar = h('button', {
      type: 'button',
      class: `day tone-${day <= soonDays ? 'warning' : 'good'}`,
      id: `pick/certificate/${day}`,
      title: `${date}: ${formats.number(count)}`,
      'aria-label': view.word('certificateDays', date, formats.number(count)),
      onclick: () => view.pick(`certificate/${day}`, 'certificates'),
    });
    bar.style.height = `${Math.max(12, (count / most) * 100)}%`;
    return bar;
  });
  return [
    h('div', { class: 'days', role: 'group', 'aria-labelledby': 'certificates/title' }, ...bars),
    h(
      'div',
      { class: 'axis', 'aria-hidden': 'true' },
      ...[0, 30, 60, 90].map((day) => h('span', {}, view.word('day', String(day)))),
    ),
  ];
}

function drawCertificateTable(view: FleetView, { rows, more }: CertificatesModel): HTMLElement {
  return h(
    'details',
    { id: 'certificates/table' },
    h('summary', {}, view.words.showTable),
    drawPlainTable(
      'certificates/title',
      [view.words.name, view.words.ends],
      rows.map(({ id, name, ends }) => [drawLink(view, 'certificates', id, name), ends]),
    ),
    ...(more > 0 ? [h('p', { class: 'note' }, view.word('more', formats.number(more)))] : []),
  );
}
