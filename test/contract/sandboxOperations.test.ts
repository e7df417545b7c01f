import assert from 'node:assert/strict';
import { assertShape } from './literal/checkShape';
import { documented } from './literal/documented';
import { further } from './literal/further';
import { answered, observed } from './literal/observed';
import { fill, fillText, type Operation, titleOf, type Values } from './literal/operation';
import { findValues, prepare, prepareFurther } from './sandboxWorld';
import { startSandbox } from '../../src/sandbox/start';
import { RawService } from '../support/rawService';
import { allTests } from '../support/eachTest';

/** Operations whose answer has another observed form in the sandbox. */
const emptyAnswers = ['cacheConfiguration.preload', 'server.cleanDisk', 'server.cleanDiskByPatch'];

describe('The sandbox, called directly', () => {
  let values: Values;

  const sandbox = allTests(() => startSandbox({ rateLimit: { limit: 1_000_000 } }));
  const service = allTests(() => new RawService(sandbox));
  const seeded = allTests(() => findValues(service));

  beforeEach(async () => {
    await service.send('POST', '/__sandbox/reset');
    values = { ...seeded, ...(await prepare(service)) };
  });

  async function perform({
    method,
    path,
    body,
  }: Omit<Operation, 'id' | 'entry'>): Promise<unknown> {
    const request = body === undefined ? {} : { body: fill(body, values) };
    const answer = await service.send(method, fillText(path, values), request);
    assert.equal(answer.status, 200, answer.text);
    return answer.text === '' ? '' : answer.json;
  }

  describe('does what the reference specifies', () => {
    for (const operation of documented) {
      it(titleOf(operation), async () => {
        assertShape(await perform(operation), operation.response);
      });
    }
  });

  describe('does what was observed', () => {
    for (const operation of observed) {
      it(titleOf(operation), async () => {
        values = { ...values, ...(await prepareFurther(service)) };
        const answer = await perform(operation);
        if (emptyAnswers.includes(operation.id)) assert.equal(answer, '');
        else assertShape(answer, operation.response);
      });
    }
  });

  describe('answers in v2 what clients of old personal spaces read', () => {
    for (const operation of answered) {
      it(titleOf(operation), async () => {
        values = { ...values, ...(await prepareFurther(service)) };
        assertShape(await perform(operation), operation.response);
      });
    }
  });

  describe("does what was observed for operations that the client doesn't use", () => {
    for (const operation of further) {
      it(titleOf(operation), async () => {
        values = { ...values, ...(await prepareFurther(service)) };
        assertShape(await perform(operation), operation.response);
      });
    }
  });

  describe('requires every field of a body', () => {
    for (const operation of documented.filter(({ method }) => method === 'POST')) {
      it(titleOf(operation), async () => {
        for (const field of Object.keys(operation.request ?? {})) {
          if (optional[operation.id]?.includes(field)) continue;
          const body = { ...(fill(operation.body ?? {}, values) as object), [field]: undefined };
          const path = fillText(operation.path, values);
          const { status, json } = await service.send('POST', path, { body });
          assert.equal(status, 422, field);
          assert.deepEqual(Object.keys((json as { errors: object }).errors), [field]);
        }
      });
    }
  });
});

/** The reference doesn't say which fields are required; these were observed to be optional. */
const optional: Readonly<Record<string, readonly string[]>> = {
  'integration.create': ['username', 'url', 'region'],
};
