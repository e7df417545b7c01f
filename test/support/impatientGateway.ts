import { type RecordingServer, startRecordingServer } from './httpServer';

/** A gateway that gives up waiting for the first write, which it doesn't forward. */
export function startImpatientGateway(url: string): Promise<RecordingServer> {
  let isOver = false;
  return startRecordingServer(async ({ method, target, headers, body }, response) => {
    if (method !== 'GET' && !isOver) {
      isOver = true;
      response.writeHead(504, { 'Content-Type': 'application/json' });
      response.end('{"message":"Gateway Timeout"}');
      return;
    }
    const answer = await fetch(url + target, {
      method,
      headers: {
        Authorization: String(headers['authorization']),
        Accept: 'application/json',
        'Content-Type': 'application/json',
      },
      ...(body === '' ? {} : { body }),
    });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' });
    response.end(await answer.text());
  });
}
