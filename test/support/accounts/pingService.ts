import { type RecordingServer, sendJson, startRecordingServer } from '../httpServer';

/** The token that the service accepts. */
export const goodToken = 'good-token';
/** The legacy key and secret that the service accepts, under v2 only (API §5 rule 3). */
export const goodPair = { key: 'good-key', secret: 'good-secret' };

const bearer = `Bearer ${goodToken}`;
const basic = `Basic ${Buffer.from(`${goodPair.key}:${goodPair.secret}`).toString('base64')}`;

/** A service that answers ping, and what it has received. */
export interface PingService {
  readonly url: string;
  /** Statuses by path, such as `/api/v3/ping`, to answer instead; `*` stands for every other path. */
  statuses: Readonly<Record<string, number>>;
  /** Requests as `no credentials: /api/v3/ping` or `Bearer good-token: /api/v3/ping`, sorted. */
  readonly received: readonly string[];
  /** Starts a new list of requests. */
  forget(): void;
  close(): Promise<void>;
}

/** Starts a service on this machine, which asks for credentials as the API does. */
export async function startPingService(): Promise<PingService> {
  let statuses: PingService['statuses'] = {};
  let ignored = 0;
  const server: RecordingServer = await startRecordingServer(({ target, headers }, response) => {
    const status = statuses[target] ?? statuses['*'];
    if (status !== undefined) return sendJson(response, {}, status);
    const { authorization } = headers;
    const isAccepted =
      authorization === bearer || (authorization === basic && target.includes('/v2/'));
    return isAccepted
      ? sendJson(response, { message: 'pong' })
      : sendJson(response, { message: 'Unauthenticated.' }, 401);
  });
  return {
    url: server.url,
    get statuses() {
      return statuses;
    },
    set statuses(given) {
      statuses = given;
    },
    get received() {
      return server.requests
        .slice(ignored)
        .map(
          ({ headers, target }) =>
            `${String(headers['authorization'] ?? 'no credentials')}: ${target}`,
        )
        .toSorted();
    },
    forget: () => {
      ignored = server.requests.length;
    },
    close: () => server.close(),
  };
}
