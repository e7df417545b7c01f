import type { IncomingHttpHeaders } from 'node:http';
import { connectionHeader } from '../endpoint';
import { canElicit } from './elicitation';
import { isRecord, type Message, ProtocolError } from './message';
import { nameIn } from './session';
import { statelessVersion } from './versions';

const prefix = 'io.modelcontextprotocol/';
const described = ['protocolVersion', 'clientCapabilities', 'clientInfo', 'logLevel'];

/** Whether a message describes its client, or has a header that requires it to. */
export function isStateless(headers: IncomingHttpHeaders, message: Message): boolean {
  const meta = metaOf(message);
  return (
    headers['mcp-protocol-version'] === statelessVersion ||
    described.some((name) => `${prefix}${name}` in meta)
  );
}

/** Checks the description, and that the headers agree with it. @throws ProtocolError */
export function checkStateless(headers: IncomingHttpHeaders, message: Message): void {
  const meta = metaOf(message);
  const version = meta[`${prefix}protocolVersion`];
  if (typeof version !== 'string' || !isRecord(meta[`${prefix}clientCapabilities`])) {
    const wanted = 'protocolVersion and clientCapabilities';
    throw new ProtocolError('invalidParams', `The _meta of a request needs ${wanted}.`);
  }
  if (version !== statelessVersion) {
    const data = { supported: [statelessVersion], requested: version };
    throw new ProtocolError('unknownVersion', 'This version is not supported.', 400, data);
  }
  const { name } = message.params;
  const isSame =
    headers['mcp-protocol-version'] === version &&
    headers['mcp-method'] === message.method &&
    (message.method !== 'tools/call' || decode(headers['mcp-name']) === name);
  if (!isSame) throw new ProtocolError('otherHeaders', 'The headers differ from the message.');
}

/**
 * The connection of a client that can ask the person, which identifies its later requests.
 * A client's name wouldn't do: anyone can claim it.
 */
export function askingConnection(
  headers: IncomingHttpHeaders,
  message: Message,
): string | undefined {
  const capabilities = metaOf(message)[`${prefix}clientCapabilities`];
  if (!isRecord(capabilities) || !canElicit(capabilities)) return undefined;
  const connection = headers[connectionHeader];
  return typeof connection === 'string' && /^[0-9a-f]{32}$/.test(connection)
    ? connection
    : undefined;
}

/** What a client calls itself; empty if it has no name. */
export function statelessName(message: Message): string {
  return nameIn(metaOf(message)[`${prefix}clientInfo`]);
}

function metaOf({ params }: Message): Readonly<Record<string, unknown>> {
  const { _meta } = params;
  return isRecord(_meta) ? _meta : {};
}

/** A name in a header may be encoded. */
function decode(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(header) ?? [];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString('utf8');
}
