import * as fc from 'fast-check';
import { AppClient } from './appClient';
import type { Endpoint } from '../../../src/api/contract/endpoint';
import { ApiError } from '../../../src/api/errors';
import type { JsonObject } from '../../../src/base/json';

/** What happens to a request that isn't simply answered. */
export type Fault = 'refused' | 'forbidden' | 'failed' | 'lostBefore' | 'lostAfter' | undefined;

/** Three of ten requests go wrong. */
const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 7, arbitrary: fc.constant(undefined) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Fault>('refused', 'forbidden', 'failed', 'lostBefore', 'lostAfter'),
  },
);

/** The outcome of each request of a save, in order, and what another person does before a read is answered or after a write. */
export function happeningWith<T>(other: fc.Arbitrary<T>) {
  const exactly = { minLength: 12, maxLength: 12 };
  return {
    faults: fc.array(fault, exactly),
    meanwhile: fc.array(fc.option(other, { nil: undefined, freq: 7 }), exactly),
  };
}

/** The service, which may refuse or lose each request. */
export class FaultyClient extends AppClient {
  faults: Fault[] = [];
  /** Called before a read is answered, with its operation, and after a write. */
  meanwhile: (read?: Endpoint) => Promise<void> = () => Promise.resolve();
  /** Called before a write is performed, with its operation and body, and afterwards. */
  check: (endpoint: Endpoint, body: JsonObject) => Promise<void> = () => Promise.resolve();
  done: (body: JsonObject) => Promise<void> = () => Promise.resolve();

  override async perform(...call: Parameters<AppClient['perform']>): Promise<unknown> {
    await this.meanwhile(call[1]);
    return this.#suffer(call[1], () => super.perform(...call));
  }

  override async write(...call: Parameters<AppClient['write']>): Promise<unknown> {
    const [, { endpoint, body }] = call;
    await this.check(endpoint, body);
    return this.#suffer(endpoint, async () => {
      const answer = await super.write(...call);
      await this.done(body);
      await this.meanwhile();
      return answer;
    });
  }

  async #suffer(endpoint: Endpoint, work: () => Promise<unknown>): Promise<unknown> {
    const sent = this.faults.shift();
    switch (sent) {
      case undefined:
        return work();
      case 'refused':
        throw new ApiError('invalid', endpoint, 'refused', { status: 422 });
      case 'forbidden':
        throw new ApiError('forbidden', endpoint, 'forbidden', { status: 403 });
      case 'failed':
        throw new ApiError('server', endpoint, 'failed', { status: 500 });
      case 'lostBefore':
        throw new ApiError('network', endpoint, 'lost');
      case 'lostAfter':
        await work();
        throw new ApiError('network', endpoint, 'lost');
    }
  }
}
