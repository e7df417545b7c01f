/** The grammar of a fault, shown by `--help` and in errors. */
export const faultGrammar = `A fault is made of parts with ":" between them, in any order:
  what happens (at least one of)
    401 403 404 422 429 500 502  this status with a JSON error
    html                         an HTML page, with the given status or 200
    empty                        an empty body, with the given status or 200
    truncated                    the connection closes in the middle of the body
    huge                         a body of 50 MB
    reset                        the connection is destroyed without an answer
    redirect                     another address to go to
    latency=MS                   the answer comes MS milliseconds later
    after=S                      the error says to try again after S seconds
    applied                      the request is carried out, and only then one of the above
                                 happens; alone, the answer is lost as by "reset"
  to which requests (all when absent)
    GET POST PATCH PUT DELETE    this method
    /api/v3/servers/*            this path; * stands for any text
  how often (always when absent)
    count=N                      the first N of these requests
    probability=P                each with the probability P, from 0 to 1
Examples: 500:GET:/api/v3/servers/*:count=2   latency=300   502:html:probability=0.1`;

const statuses = [401, 403, 404, 422, 429, 500, 502] as const;
const bodies = ['html', 'empty', 'truncated', 'huge', 'reset', 'redirect'] as const;
const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** A status that a fault can answer with (API §7). */
export type FaultStatus = (typeof statuses)[number];
/** What a fault does to an answer's body or connection. */
export type FaultBody = (typeof bodies)[number];

/** A requested fault. */
export interface FaultSpec {
  /** The original text. */
  readonly text: string;
  readonly status?: FaultStatus;
  readonly body?: FaultBody;
  /** Milliseconds. */
  readonly latency?: number;
  /** The seconds of `Retry-After`. */
  readonly after?: number;
  /** Whether the request is carried out before the fault occurs. */
  readonly applied?: true;
  readonly method?: string;
  readonly path?: PathPattern;
  readonly count?: number;
  /** From 0 to 1. */
  readonly probability?: number;
}

/** A fault that doesn't match the grammar. */
export class FaultSpecError extends Error {
  override readonly name = 'FaultSpecError';
}

/** A path in which * stands for any text. */
interface PathPattern {
  test(path: string): boolean;
}

/** Compares piece by piece: a regular expression with many wildcards could take minutes. */
function toPattern(glob: string): PathPattern {
  const [first = '', ...others] = glob.split('*');
  const last = others.pop();
  return {
    test(path) {
      if (last === undefined) return path === first;
      if (!path.startsWith(first)) return false;
      let at = first.length;
      for (const piece of others) {
        const found = path.indexOf(piece, at);
        if (found < 0) return false;
        at = found + piece.length;
      }
      return path.length - last.length >= at && path.endsWith(last);
    },
  };
}

function parseNumber(name: string, text: string): Partial<FaultSpec> | undefined {
  const value = text === '' ? Number.NaN : Number(text);
  if (name === 'latency' && Number.isInteger(value) && value >= 0) return { latency: value };
  if (name === 'after' && Number.isInteger(value) && value >= 0) return { after: value };
  if (name === 'count' && Number.isInteger(value) && value >= 1) return { count: value };
  if (name === 'probability' && value >= 0 && value <= 1) return { probability: value };
  return undefined;
}

function parsePart(part: string): Partial<FaultSpec> | undefined {
  const status = statuses.find((each) => String(each) === part);
  if (status) return { status };
  const body = bodies.find((each) => each === part);
  if (body) return { body };
  if (part === 'applied') return { applied: true };
  if (methods.includes(part)) return { method: part };
  if (part.startsWith('/')) return { path: toPattern(part) };
  const [name = '', ...value] = part.split('=');
  return parseNumber(name, value.join('='));
}

/**
 * Parses a fault.
 *
 * @throws {FaultSpecError} if it doesn't match {@link faultGrammar}.
 */
export function parseFaultSpec(text: string): FaultSpec {
  const fail = (why: string): never => {
    throw new FaultSpecError(`The fault "${text}" cannot be read: ${why}\n${faultGrammar}`);
  };
  let spec: FaultSpec = { text };
  for (const part of text.split(':')) {
    const parsed = parsePart(part) ?? fail(`"${part}" is none of the parts.`);
    const [twice] = Object.keys(parsed).filter((key) => key in spec);
    if (twice) fail(`it gives the ${twice} twice.`);
    spec = { ...spec, ...parsed };
  }
  const { status, body, latency, applied } = spec;
  if (status !== undefined || body !== undefined || latency !== undefined) return spec;
  return applied ? { ...spec, body: 'reset' } : fail('it does not say what happens.');
}
