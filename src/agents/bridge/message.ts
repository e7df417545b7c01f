/** The parts of a message that the bridge reads; everything else is passed on. */
export interface BridgedMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: unknown;
    readonly requestId?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

/** Parses a line as a message; undefined if it isn't one. */
export function parseMessage(line: string): BridgedMessage | undefined {
  try {
    const message = JSON.parse(line) as unknown;
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

/** The headers that the protocol requires; none if the message has no version. */
export function headersOf({ method, params }: BridgedMessage): Record<string, string> {
  const version = params?.['_meta']?.['io.modelcontextprotocol/protocolVersion'];
  if (typeof version !== 'string') return {};
  return {
    'mcp-protocol-version': version,
    'mcp-method': method ?? '',
    ...(typeof params?.name === 'string' ? { 'mcp-name': encode(params.name) } : {}),
  };
}

/** An error in place of the answer. */
export function failureOf(id: string | number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } });
}

/** Encodes a name as the protocol does if a header can't contain it. */
function encode(name: string): string {
  return `=?base64?${Buffer.from(name).toString('base64')}?=`;
}
