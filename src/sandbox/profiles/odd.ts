import type { SandboxMiddleware } from '../http/environment';

type Row = Readonly<Record<string, unknown>>;

/**
 * Answers like services of this family that are generated from loosely typed code: the same values
 * in other forms, page counts in other places, and any confirmation of a write.
 */
export const oddAnswers: SandboxMiddleware = async (context, next) => {
  await next();
  const { status, headers } = context.res;
  if (!headers.get('Content-Type')?.includes('json') || headers.has('Content-Length')) return;
  const { method, path } = context.req;
  const answer: unknown = await context.res.json();
  const body = isRow(answer) ? toOddBody(method, path, status, answer) : JSON.stringify(answer);
  context.res = new Response(body, { status, headers });
};

function toOddBody(method: string, path: string, status: number, answer: Row): string {
  if (status >= 400) return toOddRefusal(status, answer);
  if (method !== 'GET' && !('id' in answer)) return acknowledgements[path.length % 6] ?? '';
  if (method === 'POST' && path.endsWith('/waf')) {
    const { created_at: _created, updated_at: _updated, ...rest } = answer;
    return JSON.stringify(rest);
  }
  if (method !== 'GET' || path.endsWith('/ping')) return JSON.stringify(answer);
  if ('meta' in answer || 'data' in answer) return JSON.stringify(toOddList(path, answer));
  return JSON.stringify({ data: toOddRow(answer) });
}

/** Answers to successful writes. */
const acknowledgements = ['[]', 'null', 'true', '{}', '', 'Done.'];

/** A refusal in one of the observed shapes. */
function toOddRefusal(status: number, answer: Row): string {
  const { message, errors } = answer;
  if (status === 422) return JSON.stringify(isRow(errors) ? errors : [message]);
  return JSON.stringify(status === 400 ? { error: message } : answer);
}

/** A list whose page counts are in another place, or missing. */
function toOddList(path: string, { data, meta }: Row): unknown {
  const rows = Array.isArray(data) ? data.map((row) => (isRow(row) ? toOddRow(row) : row)) : data;
  const pagination = isRow(meta) && isRow(meta['pagination']) ? meta['pagination'] : {};
  const { total, total_pages: pages } = pagination;
  if (path.endsWith('/servers')) return { data: rows, meta: { lastPage: pages, total } };
  if (path.length % 2 === 0) return { data: rows, meta: { last_page: pages, total } };
  return { data: toNumbered(rows), meta: [] };
}

/** A resource, altered depending on its id. */
function toOddRow(row: Row): Row {
  const id = Number(row['id'] ?? 0);
  const odd = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name === 'id' ? [[name, value]] : toOddMember(name, value, id % 4),
    ),
  );
  if (!('provider' in row && 'stack' in row)) return odd;
  if (id === 2) return { ...odd, provider: null };
  return id === 3 ? { ...odd, provider: { code: row['provider'] } } : odd;
}

function toOddMember(name: string, value: unknown, style: number): [string, unknown][] {
  if (style === 0) return [[name, value]];
  if (isRow(value)) {
    const members = Object.entries(value).flatMap(([each, member]) =>
      toOddMember(each, member, style),
    );
    return [[name, members.length === 0 ? [] : Object.fromEntries(members)]];
  }
  if (style === 1) return [[name, typeof value === 'boolean' ? Number(value) : value]];
  if (style === 2) return [[name, toOtherType(value)]];
  if (value === null) return [];
  return [[name, toNumbered(value)]];
}

/** A list as an object with numbered members. */
function toNumbered(value: unknown): unknown {
  return Array.isArray(value) ? Object.fromEntries(value.entries()) : value;
}

/** Numbers as strings, and numeric strings as numbers. */
function toOtherType(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : value;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
