import { forward, type RecordingServer, startRecordingServer } from './httpServer';

/**
 * What a connection does to a write: its answer arrives or is lost, or the request arrives twice before that. A number
 * is the status that something in between answers instead of the service.
 */
type Fate = 'answered' | 'lost' | 'repeated' | 'repeatedAndLost' | number;

/** The headers that a browser requires before pages of other origins may call a service. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*, Authorization',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
};

/**
 * The service behind an address over a bad connection. Browsers may call it, too.
 * @param fateOf the fate of the next write; `count` is the number of earlier ones.
 */
export function startRepeatingService(
  url: string,
  fateOf: (method: string, count: number) => Fate,
): Promise<RecordingServer> {
  let writes = 0;
  return startRecordingServer(async (request, response) => {
    const { method } = request;
    if (method === 'OPTIONS') {
      response.writeHead(204, crossOrigin).end();
      return;
    }
    const fate = method === 'GET' ? 'answered' : fateOf(method, writes);
    if (method !== 'GET') writes += 1;
    if (fate === 'repeated' || fate === 'repeatedAndLost') await forward(url, request);
    const answer = await forward(url, request);
    const text = await answer.text();
    if (fate === 'lost' || fate === 'repeatedAndLost') {
      response.destroy();
      return;
    }
    if (typeof fate === 'number') {
      response.writeHead(fate, { 'Content-Type': 'application/json', ...crossOrigin }).end('{}');
      return;
    }
    const type = answer.headers.get('Content-Type') ?? 'application/json';
    response.writeHead(answer.status, { 'Content-Type': type, ...crossOrigin }).end(text);
  });
}
