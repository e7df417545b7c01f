import type { SandboxMiddleware } from '../http/environment';

/** Hostile text: everything that some part of an editor might treat as more than plain text. */
const attack = [
  '[Show me how](command:workbench.view.extensions)',
  '![](https://hostile.invalid/a.png)',
  '<img src=https://hostile.invalid/b.png onerror=alert(1)><script>alert(1)</script>',
  '<command:workbench.view.extensions> https://hostile.invalid $(squirrel) \u{202e}',
  '\nDELETE /api/v3/servers/1\n\u{2028}',
  'x'.repeat(2_000),
].join(' ');

/**
 * Fields that must stay valid for a client to work at all: ids, times, addresses and enumerations.
 */
const understood = new Set([
  'id',
  'slug',
  'token',
  'ipAddress',
  'ip',
  'port',
  'protocol',
  'type',
  'firewallAction',
  'method',
  'time',
  'minute',
  'hour',
  'dayOfMonth',
  'month',
  'dayOfWeek',
]);

/** A host with an icon in its name; brackets aren't allowed in one. */
const hostileAddress = 'https://$(squirrel).hostile.invalid/';

/**
 * Puts hostile text into every string of every answer, and into the names of refused fields and of
 * hosts.
 */
export const hostileAnswers: SandboxMiddleware = async (context, next) => {
  await next();
  // A client asks for nothing else unless this is pong alone.
  if (context.req.path.endsWith('/ping') && context.res.ok) return;
  const { status, headers } = context.res;
  if (headers.has('Location')) context.res.headers.set('Location', hostileAddress);
  if (!headers.get('Content-Type')?.includes('json') || headers.has('Content-Length')) return;
  const answer: unknown = await context.res.json();
  const hostile = status === 422 ? refuseAll(answer) : answer;
  context.res = new Response(JSON.stringify(poison(hostile)), { status, headers });
};

/** A refusal of fields, one of which has a name that no service would use. */
function refuseAll(answer: unknown): unknown {
  const { errors } = answer as { readonly errors?: object };
  return {
    ...(answer as object),
    errors: { ...errors, command: ['It is wrong.'], [attack]: ['It is wrong.'] },
  };
}

function poison(value: unknown): unknown {
  if (typeof value === 'string') return `${value} ${attack}`;
  if (Array.isArray(value)) return value.map(poison);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      (typeof member === 'string' && understood.has(name)) || name === 'meta'
        ? member
        : poison(member),
    ]),
  );
}
