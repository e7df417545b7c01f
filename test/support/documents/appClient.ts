import { type AnswerContext, checkAnswer, readAnswer } from '../../../src/api/answer';
import type { ApiVersion, Endpoint } from '../../../src/api/contract/endpoint';
import { ApiError, type Operation } from '../../../src/api/errors';
import { chooseVersion, planRequest, referencePathWords } from '../../../src/api/request';
import type { WriteClient } from '../../../src/resources/documents/performAll';
import type { Resource, Way, Write } from '../../../src/resources/kinds/kind';
import { findKind } from '../../../src/resources/kinds/kinds';
import { type ResourceReference, toPathValues } from '../../../src/resources/reference';
import { testToken, type TestService } from '../../unit/sandbox/support/service';

/** How an exchange is lost: before the service saw the request, or after it did what was asked. */
export type Loss = 'before' | 'after';

/** What a test does to the next exchanges. */
export interface Disturbance {
  readonly onRead?: () => unknown;
  readonly onWrite?: () => unknown;
  readonly afterWrite?: () => unknown;
  readonly loseRead?: Loss;
  readonly loseWrite?: Loss;
}

/** Reads and writes the sandbox without a socket, and without the client's patience. */
export class AppClient implements WriteClient {
  readonly #service: TestService;
  disturbance: Disturbance = {};

  constructor(service: TestService) {
    this.#service = service;
  }

  async read(reference: ResourceReference): Promise<Resource> {
    const { onRead, loseRead } = this.disturbance;
    await onRead?.();
    const endpoint = findKind(reference.kind).operations.read;
    if (!endpoint) throw new TypeError(`${reference.kind} cannot be read`);
    if (loseRead === 'before') throw lost(endpoint);
    const answer = await this.exchange(reference, { endpoint });
    if (loseRead === 'after') throw lost(endpoint);
    return answer as Resource;
  }

  async write(reference: ResourceReference, write: Write): Promise<unknown> {
    const { onWrite, afterWrite, loseWrite } = this.disturbance;
    await onWrite?.();
    if (loseWrite === 'before') throw lost(write.endpoint);
    const answer = await this.exchange(reference, write, write.body);
    await afterWrite?.();
    if (loseWrite === 'after') throw lost(write.endpoint);
    return answer;
  }

  /** One exchange, whatever the disturbance. */
  async exchange(reference: ResourceReference, way: Way, body?: unknown): Promise<unknown> {
    const answer = await this.exchangeUnchecked(reference, way, body);
    return checkAnswer(way.endpoint.answer, answer, contextOf(way.endpoint));
  }

  /** The same for a list, of which the endpoint's schema describes an item alone. */
  async exchangeUnchecked(
    reference: ResourceReference,
    { endpoint, version: wanted }: Way,
    body?: unknown,
  ): Promise<unknown> {
    const version = chooseVersion(endpoint, 'token', wanted);
    const input = { path: toPathValues(reference), body };
    const plan = planRequest(endpoint, version, input, referencePathWords);
    const answer = await this.#service.call(
      plan.method,
      plan.path,
      plan.body === undefined ? {} : { body: plan.body },
    );
    const { status, headers, text } = answer;
    return readAnswer({ status, headers, body: text }, contextOf(endpoint, version));
  }
}

function contextOf(endpoint: Endpoint, version: ApiVersion = 'v3'): AnswerContext {
  return {
    operation: operationOf(endpoint),
    source: endpoint.versions[version] ?? 'observed',
    secrets: [testToken],
    now: 0,
  };
}

function lost(endpoint: Endpoint): ApiError {
  return new ApiError('network', operationOf(endpoint), 'the connection was lost');
}

function operationOf({ method, path }: Endpoint): Operation {
  return { method, path };
}
