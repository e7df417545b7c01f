import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import {
  defineRead,
  defineWrite,
  documentedV2,
  documentedV3,
} from '../../../src/api/contract/endpoint';
import { ApiError } from '../../../src/api/errors';
import { chooseVersions, planRequest, referencePathWords } from '../../../src/api/request';
import { rawWords } from '../../support/rawWords';

const answer = z.unknown();
const readThing = defineRead('thing.read', '/servers/{serverId}/things/{thingId}', answer, {
  versions: documentedV3,
});
const changeThing = defineWrite('thing.change', 'PATCH', '/things/{thingId}', {
  versions: documentedV3,
  body: z.looseObject({ name: z.string(), size: z.optional(z.int()) }),
  answer,
});

function pathOf(thingId: string | number): string {
  const plan = planRequest(readThing, 'v3', { path: { serverId: 1, thingId } }, referencePathWords);
  return plan.path;
}

describe('A value in a path', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'E', '?', '#', '@', ' ') }),
    fc.constantFrom('..', '.', '', '%2e%2e', '..%2f', '.%2e', '\t..', '../../admin', '\ud800'),
  );

  it('is a segment that a URL parser decodes to it, or nothing is sent', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        let path: string;
        try {
          path = pathOf(value);
        } catch (error) {
          assert.ok(error instanceof ApiError);
          return;
        }
        const { pathname, search, hash } = new URL(`https://api.example.com${path}`);
        const segments = pathname.split('/');
        assert.deepEqual(
          [...segments.slice(0, -1), decodeURIComponent(segments.at(-1) ?? ''), search, hash],
          ['', 'api', 'v3', 'servers', '1', 'things', value, '', ''],
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('is rejected only if no encoding can protect it', () => {
    for (const value of ['', '.', '..', '\ud800', 'a\udfff']) {
      assert.throws(() => pathOf(value), { reason: 'invalid' }, JSON.stringify(value));
    }
    for (const value of [0, 42, '...', '%2e', '😀', ' ']) {
      assert.equal(decodeURIComponent(pathOf(value).split('/').at(-1) ?? ''), String(value));
    }
  });
});

describe('planRequest', () => {
  it('fills in the path of the chosen version', () => {
    assert.equal(pathOf(7), '/api/v3/servers/1/things/7');
    assert.equal(pathOf('a/b?c'), '/api/v3/servers/1/things/a%2Fb%3Fc');
  });

  it("throws an ApiError, and sends nothing, for an id that can't be part of a path", () => {
    assert.throws(
      () => pathOf('..'),
      (error) =>
        error instanceof ApiError && error.reason === 'invalid' && error.message.includes('".."'),
    );
  });

  it('names the variable that is missing', () => {
    assert.throws(
      () => planRequest(readThing, 'v3', { path: { serverId: 1 } }, referencePathWords),
      (error) =>
        error instanceof ApiError &&
        error.reason === 'invalid' &&
        error.message.includes('thingId'),
    );
  });

  it('replaces the segments of the reference with those of the service', () => {
    const words = { cache: 'fastcache', hub: 'center' };
    const at = (path: string): string =>
      planRequest(defineRead('x', path, answer), 'v3', {}, words).path;
    assert.equal(at('/webapps/platformcache'), '/api/v3/webapps/fastcache');
    assert.equal(at('/webapps/platformcache/preload'), '/api/v3/webapps/fastcache/preload');
    assert.equal(at('/webapps/platformhub'), '/api/v3/webapps/center');
    assert.equal(at('/webapps/platformhubs'), '/api/v3/webapps/platformhubs');
  });

  it("never mistakes a variable's value for a segment of the reference", () => {
    const plan = planRequest(
      readThing,
      'v3',
      { path: { serverId: 'platformhub', thingId: '{serverId}' } },
      { cache: 'fastcache', hub: 'center' },
    );
    assert.equal(plan.path, '/api/v3/servers/platformhub/things/%7BserverId%7D');
  });

  it('writes the query, encoded, without absent values', () => {
    const query = { search: 'a&b=c é', page: 2, sortColumn: undefined };
    const { path } = planRequest(
      readThing,
      'v3',
      { path: { serverId: 1, thingId: 2 }, query },
      referencePathWords,
    );
    const url = new URL(path, 'https://api.example.com');
    assert.deepEqual(Object.fromEntries(url.searchParams), { search: 'a&b=c é', page: '2' });
    assert.ok(!path.includes('sortColumn'));
  });

  it('adds no question mark without a query', () => {
    assert.ok(!pathOf(1).includes('?'));
  });

  it('keeps the body as written, including unknown fields', () => {
    const body = { name: 'n', unknown: [1] };
    const plan = planRequest(changeThing, 'v3', { path: { thingId: 1 }, body }, referencePathWords);
    assert.deepEqual(plan.body, body);
  });

  it('rejects a body of a wrong shape with field errors', () => {
    const body = { size: 'large' };
    assert.throws(
      () => planRequest(changeThing, 'v3', { path: { thingId: 1 }, body }, referencePathWords),
      (error) => {
        assert.ok(error instanceof ApiError);
        assert.equal(error.reason, 'invalid');
        assert.equal(error.status, undefined);
        assert.deepEqual(rawWords(error.fieldErrors), {
          name: ['Required.'],
          size: ['Must be a number.'],
        });
        return true;
      },
    );
  });

  it('sends no body if the endpoint has none', () => {
    const input = { path: { serverId: 1, thingId: 1 }, body: { name: 'n' } };
    assert.equal(planRequest(readThing, 'v3', input, referencePathWords).body, undefined);
  });
});

describe('chooseVersions', () => {
  const both = { ...readThing, versions: documentedV2 };

  it("prefers the endpoint's preferred version", () => {
    assert.equal(chooseVersions(readThing, 'token')[0], 'v3');
    assert.equal(chooseVersions(both, 'token')[0], 'v2');
  });

  it('uses another requested version if the endpoint has it', () => {
    assert.equal(chooseVersions(both, 'token', 'v3')[0], 'v3');
    assert.throws(() => chooseVersions(readThing, 'token', 'v2'), { reason: 'unsupported' });
  });

  it('uses only v2 for a legacy pair', () => {
    assert.equal(chooseVersions(both, 'basic')[0], 'v2');
    assert.equal(chooseVersions({ ...readThing, versions: { v3: 'observed' } }, 'basic')[0], 'v2');
    assert.throws(() => chooseVersions(both, 'basic', 'v3'), { reason: 'unsupported' });
    assert.throws(() => chooseVersions(readThing, 'basic'), {
      reason: 'unsupported',
      message: /use an API token/,
    });
  });
});
