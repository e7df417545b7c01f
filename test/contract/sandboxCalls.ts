import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { type RawAnswer, RawService } from '../support/rawService';
import { documented } from './literal/documented';
import {
  fill,
  fillText,
  type Operation,
  type TemplateObject,
  type Values,
} from './literal/operation';
import { findValues } from './sandboxWorld';

/** The members of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** The credentials that the sandbox of these tests accepts. */
export const accepted = {
  token: 'full',
  readOnlyToken: 'read-only',
  basic: { key: 'the-key', secret: 'the-secret' },
} as const;

/** Calls a sandbox as the reference shows it, endpoint by endpoint. */
export class SandboxCalls {
  readonly service: RawService;
  readonly values: Values;
  readonly #sandbox: Sandbox;

  private constructor(sandbox: Sandbox, service: RawService, values: Values) {
    this.#sandbox = sandbox;
    this.service = service;
    this.values = values;
  }

  /** Starts a new sandbox. */
  static async start(): Promise<SandboxCalls> {
    const sandbox = await startSandbox({ ...accepted, rateLimit: { limit: 1_000_000 } });
    const service = new RawService(sandbox);
    return new SandboxCalls(sandbox, service, await findValues(service));
  }

  close(): Promise<void> {
    return this.#sandbox.close();
  }

  /** Restores the seed data. */
  async reset(): Promise<void> {
    await this.service.send('POST', '/__sandbox/reset');
  }

  /** Calls an endpoint by its number, with different values for some fields of its body. */
  perform(number: number, changes: Fields = {}): Promise<RawAnswer> {
    const { method, path, body } = endpoint(number);
    const whole = body === undefined ? {} : { body: { ...this.#fill(body), ...changes } };
    return this.service.send(method, fillText(path, this.values), whole);
  }

  /** Calls an endpoint whose answer must be an object. */
  async answerOf(number: number, changes: Fields = {}): Promise<Fields> {
    const { status, json, text } = await this.perform(number, changes);
    assert.equal(status, 200, text);
    return json as Fields;
  }

  /** Calls an endpoint with other headers, in the reference's version or the given one. */
  performWith(
    number: number,
    headers: Readonly<Record<string, string | undefined>>,
    version?: 'v2' | 'v3',
  ): Promise<RawAnswer> {
    const { method, path, body } = endpoint(number, version);
    const sent = body === undefined ? {} : { body: this.#fill(body) };
    return this.service.send(method, fillText(path, this.values), { ...sent, headers });
  }

  /** Calls an operation with any body. */
  send({ method, path }: Operation, body: unknown): Promise<RawAnswer> {
    return this.service.send(method, fillText(path, this.values), { body });
  }

  /** The example body of an operation. */
  bodyOf({ body }: Operation): Fields {
    return body === undefined ? {} : this.#fill(body);
  }

  #fill(body: TemplateObject): Fields {
    return fill(body, this.values) as Fields;
  }
}

/** The operation of an endpoint by its number. */
export function endpoint(number: number, version = ''): Operation {
  const found = documented.find(
    ({ entry, path }) => entry === `endpoint ${number}` && path.startsWith(`/api/${version}`),
  );
  assert.ok(found, `the reference has no endpoint ${number} in ${version}`);
  return found;
}

/** The number of a documented operation. */
export function numberOf({ entry }: Operation): number {
  return Number(entry.replace('endpoint ', ''));
}
