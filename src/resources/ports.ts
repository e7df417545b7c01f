/** The port that SSH listens on; the API tells of no other one (reference §2.8). */
export const sshPort = 22;

/** Whether a text is a port or a range of ports, such as "8000-8999" (reference §2.5). */
export function isPortOrRange(text: string): boolean {
  const range = toRange(text);
  return range !== undefined && range.from >= 1 && range.to <= 65_535 && range.from <= range.to;
}

/** Whether a rule for these ports is about this one. */
export function coversPort(ports: string | number, port: number): boolean {
  const range = toRange(String(ports));
  return range !== undefined && range.from <= port && port <= range.to;
}

function toRange(text: string): { from: number; to: number } | undefined {
  const match = /^(\d{1,5})(?:\s*[-:]\s*(\d{1,5}))?$/.exec(text.trim());
  if (!match) return undefined;
  const from = Number(match[1]);
  return { from, to: match[2] === undefined ? from : Number(match[2]) };
}
