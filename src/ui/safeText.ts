import { markInvisible } from '../shared/invisible';

/** How much of a text of the service a panel shows; all of it stands in the JSON. */
const longest = 300;

/** A text of the service made safe to be looked at: nothing in it acts on what stands around it. */
export function toVisible(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const isLong = text.length > longest;
  const shown = isLong ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return markInvisible(shown.replaceAll(/[\t\n\r]+/g, ' '));
}
