import { type AnswerContext, checkAnswer, parseAnswer } from '../../../src/api/answer';
import type { ApiVersion, Endpoint } from '../../../src/api/contract/endpoint';
import { ApiError, cancelled, cancelledUnsent, type Operation } from '../../../src/api/errors';
import { chooseVersions, planRequest, referencePathWords } from '../../../src/api/request';
import type { CallOptions } from '../../../src/api/client';
import type { WriteClient } from '../../../src/documents/writing/writeResource';
import type { Resource, Write } from '../../../src/resources/kinds/kind';
import { findKind } from '../../../src/resources/kinds/kinds';
import { readWhole, type ReadWholeOptions } from '../../../src/resources/readWhole';
import { type ResourceReference, toPathValues } from '../../../src/resources/reference';
import { testToken, type TestService } from '../../unit/sandbox/support/service';

/** How an exchange is lost: before the service saw the request, or after it performed it. */
export type Loss = 'before' | 'after';

/** How a test disturbs the next exchanges. */
export interface Disturbance {
  readonly onRead?: () => unknown;
  readonly onWrite?: () => unknown;
  readonly afterWrite?: () => unknown;
  readonly loseRead?: Loss;
  readonly loseWrite?: Loss;
  /** How the service treats the next writes that it accepts, instead of performing them. */
  readonly takeWrite?: Taking;
  /** The answer to a write instead of the real one; null counts as an answer. */
  readonly answerWrite?: { readonly json: unknown };
}

/** Does nothing, does it after the next read of the resource, or leaves out a field that was sent. */
export type Taking = 'never' | 'late' | 'inPart';

/** An operation, with the path values that its resource doesn't have. */
type Request = Pick<Write, 'endpoint' | 'path'>;

/** Reads and writes the sandbox without a socket, and without the client's patience. */
export class AppClient implements WriteClient {
  readonly #service: TestService;
  #late: (() => Promise<unknown>) | undefined;
  disturbance: Disturbance = {};
  /** What was read and written so far, in order. */
  readonly reads: ResourceReference[] = [];
  readonly writes: Write[] = [];

  constructor(service: TestService) {
    this.#service = service;
  }

  requireWritable(): Promise<void> {
    return Promise.resolve();
  }

  readWhole(reference: ResourceReference, options: ReadWholeOptions = {}): Promise<Resource> {
    return readWhole(this, reference, options);
  }

  async read(reference: ResourceReference, options: CallOptions = {}): Promise<Resource> {
    const endpoint = findKind(reference.kind).operations.read;
    if (!endpoint) throw new TypeError(`${reference.kind} cannot be read`);
    return (await this.perform(reference, endpoint, undefined, options)) as Resource;
  }

  /** One read, of a resource or of a part of it. */
  async perform(
    reference: ResourceReference,
    endpoint: Endpoint,
    _body: undefined,
    { signal }: CallOptions = {},
  ): Promise<unknown> {
    const { onRead, loseRead } = this.disturbance;
    this.reads.push(reference);
    // What happens during a request happens after it was started.
    await Promise.resolve();
    await onRead?.();
    if (signal?.aborted) throw cancelledUnsent(operationOf(endpoint));
    if (loseRead === 'before') throw lost(endpoint);
    const answer = await this.exchange(reference, { endpoint });
    const late = this.#late;
    this.#late = undefined;
    // Refused values are dropped.
    await late?.().catch(() => undefined);
    if (loseRead === 'after') throw lost(endpoint);
    return answer;
  }

  async write(
    reference: ResourceReference,
    write: Write,
    { signal }: CallOptions = {},
  ): Promise<unknown> {
    const { onWrite, afterWrite, loseWrite } = this.disturbance;
    this.writes.push(write);
    await onWrite?.();
    if (signal?.aborted) throw cancelledUnsent(operationOf(write.endpoint));
    if (loseWrite === 'before') throw lost(write.endpoint);
    const { takeWrite, answerWrite } = this.disturbance;
    const answer = takeWrite
      ? await this.#take(reference, write, takeWrite)
      : await this.exchange(reference, write, write.body);
    await afterWrite?.();
    if (signal?.aborted) throw cancelled(operationOf(write.endpoint));
    if (loseWrite === 'after') throw lost(write.endpoint);
    if (!answerWrite) return answer;
    return checkAnswer(write.endpoint.answer, answerWrite.json, contextOf(write.endpoint));
  }

  /** A service that reports success. */
  async #take(reference: ResourceReference, write: Write, how: Taking): Promise<unknown> {
    if (how === 'late') {
      this.#late = () => this.exchange(reference, write, write.body);
    } else if (how === 'inPart') {
      const [, ...others] = Object.entries(write.body);
      if (others.length > 0) await this.exchange(reference, write, Object.fromEntries(others));
    }
    return {};
  }

  /** One exchange, with or without a disturbance. */
  async exchange(reference: ResourceReference, way: Request, body?: unknown): Promise<unknown> {
    const answer = await this.exchangeUnchecked(reference, way, body);
    return checkAnswer(way.endpoint.answer, answer, contextOf(way.endpoint));
  }

  /** The same for a list, whose endpoint's schema describes only an item. */
  async exchangeUnchecked(
    reference: ResourceReference,
    { endpoint, path }: Request,
    body?: unknown,
  ): Promise<unknown> {
    const [version] = chooseVersions(endpoint, 'token');
    const input = { path: { ...toPathValues(reference), ...path }, body };
    const plan = planRequest(endpoint, version, input, referencePathWords);
    const answer = await this.#service.call(
      plan.method,
      plan.path,
      plan.body === undefined ? {} : { body: plan.body },
    );
    const { status, headers, text } = answer;
    return parseAnswer({ status, headers, body: text }, contextOf(endpoint, version));
  }
}

function contextOf(endpoint: Endpoint, version: ApiVersion = 'v3'): AnswerContext {
  return {
    operation: operationOf(endpoint),
    source: endpoint.versions[version] ?? 'observed',
    secrets: [testToken],
    now: 0,
    status: 200,
  };
}

function lost(endpoint: Endpoint): ApiError {
  return new ApiError('network', operationOf(endpoint), 'the connection was lost');
}

function operationOf({ method, path }: Endpoint): Operation {
  return { method, path };
}
