import { forward, type RecordingServer, startRecordingServer } from './httpServer';

/** A gateway that gives up waiting for the first write, which it doesn't forward. */
export function startImpatientGateway(url: string): Promise<RecordingServer> {
  let isOver = false;
  return startRecordingServer(async (request, response) => {
    if (request.method !== 'GET' && !isOver) {
      isOver = true;
      response.writeHead(504, { 'Content-Type': 'application/json' });
      response.end('{"message":"Gateway Timeout"}');
      return;
    }
    const answer = await forward(url, request);
    response.writeHead(answer.status, { 'Content-Type': 'application/json' });
    response.end(await answer.text());
  });
}
