import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Endpoint, isList } from '../../src/api/contract/endpoint';
import { allEndpoints } from '../support/contract';
import { sourceFiles } from '../support/imports';
import { titlesIn } from '../support/testTitles';
import { alternatives, narrower, wider } from './literal/deviations';
import { documented } from './literal/documented';
import { further } from './literal/further';
import { observed } from './literal/observed';
import { type Operation, titleOf } from './literal/operation';
import * as resources from './literal/resources';
import { type Proof, rules } from './literal/rules';
import { fieldsOfSchema, fieldsOfShape, type FieldTypes } from './literal/schemaFields';
import type { Shape } from './literal/shape';

const operations = [...documented, ...observed];

/** Each operation has one test, named after it, in each of these suites. */
const suites = {
  documented: [
    'The sandbox, called directly › does what the reference specifies',
    'The client, against a recording server › sends what the reference specifies, and understands the answer',
  ],
  observed: [
    'The sandbox, called directly › does what was observed',
    'The client, against a recording server › sends what was observed, and understands the answer',
  ],
};

const furtherSuite =
  "The sandbox, called directly › does what was observed for operations that the client doesn't use";

describe('The reference is covered', () => {
  const contract = new Map<string, Endpoint>();

  before(async () => {
    for (const endpoint of await allEndpoints()) contract.set(endpoint.id, endpoint);
  });

  function inContract({ id }: Operation): Endpoint {
    return contract.get(id) ?? assert.fail(`The contract has no operation "${id}".`);
  }

  it('with all nineteen endpoints, the first and the SSH settings in both versions', () => {
    const numbers = documented.map(({ entry }) => Number(entry.replace('endpoint ', '')));
    assert.deepEqual(numbers, [1, ...Array.from({ length: 19 }, (_, index) => index + 1)]);
  });

  it('with each operation once', () => {
    const titles = operations.map(titleOf);
    assert.equal(new Set(titles).size, titles.length);
  });

  it('with exactly the operations of the contract, in its versions', () => {
    const offered = [...contract.values()].flatMap(({ id, versions }) =>
      Object.entries(versions).map(([version, source]) => {
        return `${id} in ${version} is ${source}`;
      }),
    );
    const stated = operations.map(
      ({ id, path, entry }) =>
        `${id} in ${path.split('/')[2]} is ${entry === 'observed' ? 'observed' : 'documented'}`,
    );
    assert.deepEqual(offered.toSorted(), stated.toSorted());
  });

  it('with the version of the reference as the preferred one', () => {
    for (const { versions, id } of contract.values()) {
      const [preferred] = Object.values(versions);
      const isDocumented = Object.values(versions).includes('documented');
      assert.equal(preferred, isDocumented ? 'documented' : 'observed', id);
    }
  });

  it('with its methods, paths and filters', () => {
    for (const operation of operations) {
      const endpoint = inContract(operation);
      assert.equal(endpoint.method, operation.method, operation.id);
      const path = operation.path.replace(/^\/api\/v\d/, '');
      assert.equal(withoutNames(endpoint.path), withoutNames(path), operation.id);
      assert.equal(isList(endpoint), operation.filters !== undefined, operation.id);
      if (isList(endpoint)) assert.deepEqual(endpoint.filters, operation.filters, operation.id);
    }
  });

  it('with the names of placeholders in documented paths', () => {
    for (const operation of documented) {
      assert.equal(inContract(operation).path, operation.path.replace(/^\/api\/v\d/, ''));
    }
  });

  it('with the fields of its requests, and their types', () => {
    for (const operation of operations) {
      const { body } = inContract(operation);
      const known = body ? fieldsOfSchema(body) : {};
      const stated = operation.request ? fieldsOfShape(operation.request) : {};
      assert.equal(body === undefined, operation.request === undefined, titleOf(operation));
      const expected = { ...stated, ...wider[`${operation.id} request`] };
      assertSame(known, expected, titleOf(operation));
    }
  });

  it('with the fields of its answers, and their types', () => {
    for (const operation of documented) {
      const known = fieldsOfSchema(inContract(operation).answer);
      const stated = fieldsOfShape(oneOf(operation));
      const expected = { ...stated, ...wider[`${operation.id} response`] };
      assertSame(known, expected, titleOf(operation));
    }
  });

  it('with the fields of observed answers', () => {
    for (const operation of observed) {
      const known = Object.keys(fieldsOfSchema(inContract(operation).answer));
      // The client doesn't rely on the answer to an observed write.
      if (operation.method !== 'GET' && known.join(' ') === 'message') continue;
      const stated = narrower[operation.id] ?? Object.keys(fieldsOfShape(oneOf(operation)));
      const expected = [...stated, ...(alternatives[operation.id] ?? [])].map(
        // A value that may be null is compared as a whole.
        (name) => known.find((each) => name.startsWith(`${each}.`)) ?? name,
      );
      assert.deepEqual(known.toSorted(), [...new Set(expected)].toSorted(), titleOf(operation));
    }
  });

  it('with every table of fields in use', () => {
    const used = new Set(
      documented.flatMap(({ request, response }) => partsOf([request, response])),
    );
    for (const [name, shape] of Object.entries(resources)) {
      if (typeof shape === 'function') continue;
      assert.ok(used.has(shape), `no endpoint has the fields of "${name}"`);
    }
  });

  it('with a sandbox route for exactly these operations', () => {
    const routes = sourceFiles('src/sandbox/routes').flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /routes\.(get|post|patch|put|delete)\(\s*'([^']+)'/g,
        ),
      ].map(([, method = '', path = '']) => `${method.toUpperCase()} ${withoutNames(path)}`),
    );
    const stated = [...operations, ...further].map(callOf);
    assert.deepEqual([...new Set(routes)].toSorted(), [...new Set(stated)].toSorted());
  });

  it('with no operation of the contract listed as unused by the client', () => {
    const used = new Set(operations.map(callOf));
    assert.deepEqual(
      further.map(callOf).filter((call) => used.has(call)),
      [],
    );
  });

  it("with a test of the sandbox for every operation that the client doesn't use", function () {
    const titles = new Set(titlesOf(rootOf(this.test)));
    for (const operation of further) {
      const title = `${furtherSuite} › ${titleOf(operation)}`;
      assert.ok(titles.has(title), `There is no test "${title}"; does the whole level run?`);
    }
  });

  it('with a test of the sandbox and one of the client for every operation', function () {
    const titles = new Set(titlesOf(rootOf(this.test)));
    for (const operation of operations) {
      const source = operation.entry === 'observed' ? 'observed' : 'documented';
      for (const suite of suites[source]) {
        const title = `${suite} › ${titleOf(operation)}`;
        assert.ok(titles.has(title), `There is no test "${title}"; does the whole level run?`);
      }
    }
  });

  it('with a test for every rule, error and limit, or a reason for having none', function () {
    const loaded = titlesOf(rootOf(this.test));
    for (const side of ['sandbox', 'client'] as const) {
      const other = side === 'sandbox' ? 'The client' : 'The sandbox';
      const own = loaded.filter((title) => !title.startsWith(other)).map(ownTitle);
      const wanted = rules.flatMap((rule) =>
        testsOf(rule[side]).map((title) => ({ title, entry: rule.entry })),
      );
      const elsewhere = wanted.map(({ title }) => title).filter((title) => !own.includes(title));
      const titles = new Set([...own, ...unitTitles(side, elsewhere)]);
      for (const { title, entry } of wanted) {
        assert.ok(titles.has(title), `${entry}, ${side}: there is no test "${title}"`);
      }
    }
  });

  it('with every numbered rule once, in order', () => {
    const count = { '§4': 5, '§5': 5, '§8': 5, '§9': 4 };
    for (const [section, length] of Object.entries(count)) {
      const numbered = rules.filter(({ entry }) => entry.startsWith(`${section} rule `));
      const expected = Array.from({ length }, (_, index) => `${section} rule ${index + 1}`);
      assert.deepEqual(
        numbered.map(({ entry }) => entry),
        expected,
      );
    }
    const entries = rules.map(({ entry }) => entry);
    assert.equal(new Set(entries).size, entries.length);
    for (const status of ['200', '401', '403', '404', '422', '429', '50x']) {
      assert.ok(entries.includes(`§7 ${status}`), status);
    }
  });
});

function callOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${withoutNames(path.replace(/^\/api\/v\d/, ''))}`;
}

function withoutNames(path: string): string {
  return path.replaceAll(/\{\w+\}|:\w+/g, '{}');
}

/** An operation's answer, or one item if it is a page. */
function oneOf({ response, filters }: Operation): Shape {
  const page = response as { data?: readonly [Shape] };
  const items = page.data ?? (response as readonly [Shape]);
  return filters ? items[0] : response;
}

function assertSame(known: FieldTypes, expected: FieldTypes, what: string): void {
  const lines = (fields: FieldTypes): string[] =>
    Object.entries(fields)
      .map(([name, type]) => `${name}: ${type}`)
      .toSorted();
  assert.deepEqual(lines(known), lines(expected), what);
}

/** The shapes and all shapes within them. */
function partsOf(shapes: readonly (Shape | undefined)[]): unknown[] {
  return shapes.flatMap((shape) =>
    typeof shape === 'object' ? [shape, ...partsOf(Object.values<Shape>(shape))] : [],
  );
}

function testsOf(proof: Proof): readonly string[] {
  return 'notImplementable' in proof ? [] : proof;
}

function rootOf(test: Mocha.Runnable | undefined): Mocha.Suite {
  let suite = test?.parent;
  while (suite?.parent) suite = suite.parent;
  return suite ?? assert.fail('This is no test.');
}

/** The full titles of all tests that were loaded with this one and run. */
function titlesOf(suite: Mocha.Suite): string[] {
  return [
    ...suite.tests.filter((test) => !test.isPending()).map((test) => test.titlePath().join(' › ')),
    ...suite.suites.flatMap(titlesOf),
  ];
}

function ownTitle(title: string): string {
  return title.split(' › ').at(-1) ?? '';
}

/** Which of these are titles of a side's unit tests, read from their files because they run in another process. */
function unitTitles(side: 'sandbox' | 'client', wanted: readonly string[]): string[] {
  const files = sourceFiles('test/unit')
    .filter((file) => file.includes(path.join('unit', 'sandbox')) === (side === 'sandbox'))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      return wanted.some((title) => text.includes(title));
    });
  return [...titlesIn(files).proofs.values()].flatMap((titles) => [...titles]);
}
