import * as z from 'zod';

const highestPort = 65_535;

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= highestPort;
}

function isRange(text: string): boolean {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? [];
  return isPort(Number(first)) && isPort(Number(last)) && Number(first) < Number(last);
}

/**
 * A port as it is written: an integer (reference §2.5), or the text of a range. A text that holds
 * one port is refused: it is how ports are read, not how they are written.
 */
export const port = z.union(
  [z.int().refine(isPort), z.string().refine(isRange)],
  `Must be an integer from 1 to ${highestPort}, or a range such as "8000-8999".`,
);
