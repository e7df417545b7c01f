import { forward, type RecordingServer, startRecordingServer } from './httpServer';

/**
 * A proxy to a service that answers reads as the service does, and every write with success, without
 * performing it.
 */
export function startHollowService(url: string): Promise<RecordingServer> {
  return startRecordingServer(async (request, response) => {
    if (request.method !== 'GET') {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end('{"message":"Done."}');
      return;
    }
    const answer = await forward(url, request);
    response.writeHead(answer.status, { 'Content-Type': 'application/json' });
    response.end(await answer.text());
  });
}
