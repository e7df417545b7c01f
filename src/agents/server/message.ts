/** A request or notification of the protocol, of which only the envelope is checked. */
export interface Message {
  /** Absent in a notification. */
  readonly id?: string | number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A client's answer to a request of the server. */
export interface Answer {
  readonly id: string | number;
  /** Absent if it failed. */
  readonly result: unknown;
}

/** Codes of errors that the protocol defines. */
const errorCodes = {
  malformed: -32_700,
  invalid: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  otherHeaders: -32_020,
  unknownVersion: -32_022,
} as const;

/** What is wrong with a message. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: object | undefined;

  constructor(kind: keyof typeof errorCodes, message: string, status = 400, data?: object) {
    super(message);
    this.code = errorCodes[kind];
    this.status = status;
    this.data = data;
  }
}

/** Reads a message. @throws ProtocolError */
export function readMessage(text: string): Message | Answer {
  const message = parse(text);
  if (!isRecord(message) || message['jsonrpc'] !== '2.0') {
    throw new ProtocolError('invalid', 'This is no single message of JSON-RPC 2.0.');
  }
  const { id, method, params = {} } = message;
  const hasId = typeof id === 'string' || typeof id === 'number';
  if (method === undefined && hasId && ('result' in message || 'error' in message)) {
    return { id, result: message['result'] };
  }
  if (typeof method !== 'string' || !isRecord(params) || (id !== undefined && !hasId)) {
    throw new ProtocolError('invalid', 'The message has no valid id, method or params.');
  }
  return { method, params, ...(hasId ? { id } : {}) };
}

/** Whether a value is an object and not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProtocolError('malformed', 'This is no JSON.');
  }
}
