import { forward, type RecordingServer, startRecordingServer } from './httpServer';

/** What services make of a name. */
const renamings = [
  (name: string) => name.toLowerCase().replaceAll(' ', '-'),
  (name: string) => `acct_${name}`,
  (name: string) => `xn--${name}`,
  (name: string) => name.slice(0, 3),
];

/** How many ways `startRenamingService` knows. */
export const renamingCount = renamings.length;

/** A proxy to a service that changes the name of what it creates, and whose answer is lost. */
export function startRenamingService(way: number): (url: string) => Promise<RecordingServer> {
  return (url) =>
    startRecordingServer(async (request, response) => {
      const { method, body } = request;
      const content = body === '' ? undefined : (JSON.parse(body) as { label?: string });
      const label = content?.label;
      const sent = label === undefined ? content : { ...content, label: renamings[way]?.(label) };
      const answer = await forward(url, request, sent && JSON.stringify(sent));
      const text = await answer.text();
      response.writeHead(method === 'POST' ? 502 : answer.status, {
        'Content-Type': 'application/json',
      });
      response.end(method === 'POST' ? '{}' : text);
    });
}
