import { forward, type RecordingServer, sendJson, startRecordingServer } from './httpServer';

/** Markup, scripts, bidirectional and control characters, in more text than anyone reads. */
export const hostileText = `\u202e<img src=x onerror="document.title=1"><script>document.title=1</script>\u0007${'x'.repeat(10_000)}`;

const many = Array.from({ length: 5_000 }, (_, index) => `${index} ${hostileText.slice(0, 120)}`);

/** Replacements for an answer's fields, by the end of the request's path. */
const replacements: Readonly<Record<string, (answer: Record<string, unknown>) => object>> = {
  '/servers/1': () => ({
    name: hostileText,
    provider: hostileText,
    stack: hostileText,
    os: hostileText,
    agentVersion: hostileText,
    transferStatus: hostileText,
  }),
  '/services': () =>
    Object.fromEntries(
      many.map((name) => [name, { realName: name, name, version: name, running: true }]),
    ),
  '/waf': ({ rulesExclusion }) => ({
    rulesExclusion: {
      ...(rulesExclusion as object),
      ...Object.fromEntries(many.map((name) => [name, true])),
    },
    rulesOrdering: many,
  }),
  '/platformcache': () => ({
    status: hostileText,
    cacheSettings: {
      cache_settings: { enable: true, page_cache_type: hostileText },
      cdn_settings: { enable: true, cdn_type: hostileText },
      object_cache_settings: { enable: true, object_cache_type: hostileText },
    },
  }),
};

/** The service behind an address, with hostile data in the answers that panels read. */
export function startHostileService(url: string): Promise<RecordingServer> {
  return startRecordingServer(async (request, response) => {
    const answer = await forward(url, request);
    const json = (await answer.json()) as Record<string, unknown>;
    const path = request.target.split('?')[0] ?? '';
    const end = Object.keys(replacements).find((each) => path.endsWith(each));
    const replaced = end === undefined ? json : { ...json, ...replacements[end]?.(json) };
    sendJson(response, replaced, answer.status);
  });
}
