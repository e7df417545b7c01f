/** Ranges are like "8000-8999" (API §2.5). */
export function isPortOrRange(text: string): boolean {
  const range = toPortRange(text);
  return range !== undefined && range.from >= 1 && range.to <= 65_535 && range.from <= range.to;
}

export function coversPort(ports: string | number, port: number): boolean {
  return rangesOf(ports).some(({ from, to }) => from <= port && port <= to);
}

/** The ports that a text names, even ones that don't exist. */
export function rangesOf(ports: string | number): readonly PortRange[] {
  return splitPorts(ports).flatMap((part) => toPortRange(part) ?? []);
}

/** False for "all" or an empty text, which may mean any port. */
export function areKnownPorts(ports: string | number): boolean {
  return splitPorts(ports).every(isPortOrRange);
}

function splitPorts(ports: string | number): readonly string[] {
  return String(ports).split(',');
}

export interface PortRange {
  readonly from: number;
  readonly to: number;
}

function toPortRange(text: string): PortRange | undefined {
  const match = /^(\d{1,5})(?:\s*[-:]\s*(\d{1,5}))?$/.exec(text.trim());
  if (!match) return undefined;
  const from = Number(match[1]);
  return { from, to: match[2] === undefined ? from : Number(match[2]) };
}
