import * as z from 'zod/mini';

const highestPort = 65_535;

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= highestPort;
}

function isRange(text: string): boolean {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? [];
  return isPort(Number(first)) && isPort(Number(last)) && Number(first) < Number(last);
}

/**
 * A port as it's written: an integer (API §2.5), or a range as text. A text with a single port is
 * refused: ports are read, but not written, in that form.
 */
export const port = z.union(
  [z.int().check(z.refine(isPort)), z.string().check(z.refine(isRange))],
  `Must be an integer from 1 to ${highestPort}, or a range such as "8000-8999".`,
);
