/** What the bridge looks at in a message; everything else is passed on. */
export interface BridgedMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: unknown;
    readonly requestId?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

/** A line as a message; undefined if it isn't one. */
export function parseMessage(line: string): BridgedMessage | undefined {
  try {
    const message = JSON.parse(line) as unknown;
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

/** What the protocol wants to see in headers; without a version in the message, nothing. */
export function headersOf({ method, params }: BridgedMessage): Record<string, string> {
  const version = params?.['_meta']?.['io.modelcontextprotocol/protocolVersion'];
  if (typeof version !== 'string') return {};
  return {
    'mcp-protocol-version': version,
    'mcp-method': method ?? '',
    ...(typeof params?.name === 'string' ? { 'mcp-name': encode(params.name) } : {}),
  };
}

/** An answer that says why there's no other. */
export function failureOf(id: string | number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } });
}

/** In the protocol's form for names that no header can carry. */
function encode(name: string): string {
  return `=?base64?${Buffer.from(name).toString('base64')}?=`;
}
