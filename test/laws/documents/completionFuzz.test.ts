import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parse, type ParseError } from 'jsonc-parser';
import { findCompletedValue } from '../../../src/documents/content';
import { liveValues } from '../../../src/documents/creations/fields';
import { ResourceStore } from '../../../src/resources/store/resourceStore';
import { ReadOrder, type ResourceClient } from '../../../src/resources/resourceClient';
import type { Resource } from '../../../src/resources/kinds/kind';
import { law } from '../../support/laws/law';
import type { Target } from '../../../src/resources/reference';

const word = fc.constantFrom('web', 'a "b"', '\\', 'ü ☂', '', 'x: {"y": 1}, //');
const plain = fc.oneof(word, fc.integer({ min: -9, max: 99 }), fc.boolean(), fc.constant(null));

/** The part of a value typed so far: all, some or none of it. */
const typed = fc.oneof(
  plain.map((value) => JSON.stringify(value)),
  fc.constantFrom('', '"', '"we', '12', 'tr'),
);

const line = fc.record({
  names: fc.uniqueArray(fc.constantFrom('label', 'username', 'binary', 'settings', 'id'), {
    minLength: 1,
    maxLength: 4,
  }),
  values: fc.tuple(plain, plain, plain, plain),
  at: fc.nat(3),
  isNested: fc.boolean(),
  typed,
  caret: fc.nat(20),
  space: fc.constantFrom('', ' ', '\n  '),
  comment: fc.constantFrom('', '// "username": "no"\n', '/* { */'),
});

describe('Value completion, at any cursor position', () => {
  const count = { completed: 0 };
  law(
    'only replaces the value at the cursor',
    { runs: 1_000, counts: count },
    fc.property(line, plain, ({ names, values, at, isNested, ...given }, chosen) => {
      const index = at % names.length;
      const { space } = given;
      // An unclosed string extends to the end of its line.
      const end = /^"[^"]*$/.test(given.typed) ? '\n' : '';
      let caret = 0;
      let text = isNested ? `{"outer": ${given.comment}{` : `${given.comment}{`;
      names.forEach((name, number) => {
        text += `${number > 0 ? ',' : ''}${space}${JSON.stringify(name)}:${space}`;
        if (number !== index) text += JSON.stringify(values[number]);
        else {
          // Within the value or at either end of it, but after its opening quote.
          const least = given.typed.startsWith('"') ? 1 : 0;
          caret = text.length + Math.min(given.typed.length, Math.max(least, given.caret));
          text += `${given.typed}${end}`;
        }
      });
      text += isNested ? `${space}}, "last": 1}` : `${space}}`;
      const found = findCompletedValue(text, caret);
      const name = names[index] ?? '';
      assert.deepEqual(found?.path, isNested ? ['outer', name] : [name], text);
      const { offset, length } = found;
      assert.ok(offset <= caret && caret <= offset + length, 'the editor accepts no other range');
      const completed =
        text.slice(0, offset) + JSON.stringify(chosen) + text.slice(offset + length);
      const errors: ParseError[] = [];
      const inner = Object.fromEntries(
        names.map((each, number) => [each, number === index ? chosen : values[number]]),
      );
      assert.deepEqual(
        parse(completed, errors),
        isNested ? { outer: inner, last: 1 } : inner,
        `${text} | ${completed}`,
      );
      assert.deepEqual(errors, []);
      count.completed += 1;
    }),
  );

  it("isn't offered in a name or after a value", () => {
    const text = '{ "label": 1 , "name": "x" }';
    for (const at of [3, 8, 13, text.indexOf('name')]) {
      assert.equal(findCompletedValue(text, at), undefined, String(at));
    }
  });
});

/** An account as listed: the number of each row is its position overall. */
const world = fc.record({
  servers: fc.array(
    fc.record({
      name: word,
      users: fc.array(word, { maxLength: 3 }),
      apps: fc.array(word, { maxLength: 3 }),
      binaries: fc.array(word, { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  integrations: fc.array(word, { maxLength: 3 }),
});
type World = typeof world extends fc.Arbitrary<infer Each> ? Each : never;

/** Pages of one row each, to catch code that reads only one page. */
function serve({ servers, integrations }: World): ResourceClient {
  const rows = ({ kind, parents }: { kind: string; parents: readonly unknown[] }): Resource[] => {
    const server = servers[Number(parents[0]) - 1];
    const toRows = (names: readonly string[], field: string): Resource[] =>
      names.map((name, index) => ({ id: index + 1, [field]: name }));
    if (kind === 'server')
      return toRows(
        servers.map(({ name }) => name),
        'name',
      );
    if (kind === 'integration') return toRows(integrations, 'label');
    if (kind === 'systemUser') return toRows(server?.users ?? [], 'username');
    return kind === 'webApplication' ? toRows(server?.apps ?? [], 'name') : [];
  };
  const toPage = (items: readonly Resource[], number: number) => {
    const whole = { number, perPage: 2, total: items.length, isLast: number * 2 >= items.length };
    const totalPages = Math.max(1, Math.ceil(items.length / 2));
    return { ...whole, totalPages, items: items.slice((number - 1) * 2, number * 2) };
  };
  const client = {
    order: new ReadOrder(),
    page: async (collection: Parameters<typeof rows>[0], number: number) =>
      toPage(rows(collection), number),
    pages: async (collection: Parameters<typeof rows>[0]) =>
      (async function* pages() {
        const items = rows(collection);
        for (let number = 1; ; number += 1) {
          const page = toPage(items, number);
          yield { number, page };
          if (page.isLast) return;
        }
      })(),
    perform: async ({ parents }: { parents: readonly unknown[] }) =>
      servers[Number(parents[0]) - 1]?.binaries ?? [],
  };
  return client as unknown as ResourceClient;
}

const kinds = ['cronJob', 'supervisorJob', 'sshKey', 'domain', 'server', 'atomicProject'] as const;
const paths = ['username', 'binary', 'dns_integration', 'webApplication', 'label', 'a.username'];

describe('Suggested values of a field', () => {
  const count = { values: 0 };
  law(
    'come from its own server or account, and never belong to another field',
    { runs: 1_000, counts: count },
    fc.asyncProperty(
      world,
      fc.constantFrom(...kinds),
      fc.constantFrom(...paths),
      fc.nat(2),
      fc.boolean(),
      async (account, kind, path, choice, isDraft) => {
        const number = (choice % account.servers.length) + 1;
        const server = account.servers[number - 1];
        const isTop = kind === 'server' || kind === 'atomicProject';
        const above = isTop ? [] : kind === 'domain' ? [number, 1] : [number];
        const place: Target = isDraft
          ? { account: 'a', kind, parents: above }
          : { account: 'a', kind, ids: [...above, 1] };
        const client = serve(account);
        const sources = { client, store: new ResourceStore(client) };
        const found = await liveValues(sources, place, path.split('.'), {});
        const hasUsers = ['cronJob', 'supervisorJob', 'sshKey'].includes(kind);
        let expected: unknown[] = [];
        if (path === 'username' && hasUsers) expected = server?.users ?? [];
        if (path === 'binary' && kind === 'supervisorJob') expected = server?.binaries ?? [];
        if (path === 'dns_integration' && kind === 'domain') {
          expected = account.integrations.map((label, index) => `${index + 1} ${label}`);
        }
        if (path === 'webApplication' && kind === 'atomicProject') {
          // From the servers on the first page, and everything on them.
          expected = account.servers
            .slice(0, 2)
            .flatMap(({ name, apps }) =>
              apps.map(
                (app, index) => `${index + 1} ${app && name ? `${app} · ${name}` : app || name}`,
              ),
            );
        }
        assert.deepEqual(
          found.map(({ value, label }) =>
            label === undefined ? value : `${JSON.stringify(value)} ${label}`,
          ),
          expected,
        );
        count.values += found.length;
      },
    ),
  );
});
