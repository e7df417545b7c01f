import { type RecordingServer, startRecordingServer } from './httpServer';

/**
 * A proxy to a service that answers reads as the service does, and every write with success, without
 * performing it.
 */
export function startHollowService(url: string): Promise<RecordingServer> {
  return startRecordingServer(async ({ method, target, headers }, response) => {
    if (method !== 'GET') {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end('{"message":"Done."}');
      return;
    }
    const answer = await fetch(url + target, {
      headers: {
        Authorization: String(headers['authorization']),
        Accept: 'application/json',
        'Content-Type': 'application/json',
      },
    });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' });
    response.end(await answer.text());
  });
}
