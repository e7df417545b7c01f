import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Connection } from './environment';

/** Answers a request; throws only by mistake. */
type Answer = (request: Request, connection: Connection) => Response | Promise<Response>;

/**
 * Serves `answer` over HTTP with Node's own server. A request that no `Request` can be made of gets
 * a 400; if an answer breaks off, so does the connection.
 */
export function toListener(answer: Answer): RequestListener {
  return (incoming, outgoing) => {
    respond(answer, incoming, outgoing).catch(() => outgoing.destroy());
  };
}

async function respond(
  answer: Answer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = toRequest(incoming);
  if (!request) {
    outgoing.writeHead(400).end();
    return;
  }
  const response = await answer(request, {
    reset: () => void incoming.socket.resetAndDestroy(),
    cut: () => void outgoing.destroy(),
  });
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  outgoing.statusCode = response.status;
  // Otherwise, the connection couldn't be used again.
  outgoing.once('finish', () => incoming.resume());
  if (response.body) await pipeline(response.body, outgoing);
  else outgoing.end();
}

/** The request; undefined if its address, method or headers aren't valid. */
function toRequest(incoming: IncomingMessage): Request | undefined {
  const { method = 'GET', url = '/', headersDistinct } = incoming;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  try {
    return new Request(`http://${incoming.headers.host ?? ''}${url}`, {
      method,
      headers,
      ...(hasBody ? { body: toBody(incoming), duplex: 'half' } : {}),
    });
  } catch {
    return undefined;
  }
}

/** The body, of which nothing is read in advance: most refused requests are answered without it. */
function toBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
