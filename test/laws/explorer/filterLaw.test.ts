import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { law } from '../../support/laws/law';
import type { Facets } from '../../../src/resources/search/arrange';
import { Filter } from '../../../src/resources/search/filter';
import type { PartItem, ServerParts } from '../../../src/resources/search/serverParts';

const now = Date.UTC(2026, 0, 1);
const day = 86_400_000;

/** A server as it is, whatever is known of it. */
interface Server {
  readonly name: string;
  readonly tags: readonly string[];
  readonly updates: { readonly security: boolean; readonly software: boolean };
  /** In percent. */
  readonly disk: number;
  readonly memory: number;
  readonly certificates: readonly { readonly days: number; readonly hasFailed: boolean }[];
  readonly applications: readonly { readonly name: string; readonly php: string }[];
  readonly domains: readonly { readonly name: string }[];
  readonly keys: readonly { readonly name: string; readonly fingerprint: string }[];
  readonly users: readonly { readonly name: string }[];
  readonly jobs: readonly { readonly name: string }[];
}

interface Word {
  readonly isNegated: boolean;
  readonly name: string;
  readonly value: string;
}

const names = fc.constantFrom('shop', 'web shop', 'blog', 'Ops');
const named = fc.array(fc.record({ name: names }), { maxLength: 2 });
const percent = fc.constantFrom(0, 49, 80, 81, 95);
const servers: fc.Arbitrary<Server> = fc.record({
  name: names,
  tags: fc.subarray(['Production', 'shop']),
  updates: fc.record({ security: fc.boolean(), software: fc.boolean() }),
  disk: percent,
  memory: percent,
  certificates: fc.array(fc.record({ days: fc.constantFrom(-3, 5, 60), hasFailed: fc.boolean() }), {
    maxLength: 2,
  }),
  applications: fc.array(
    fc.record({ name: names, php: fc.constantFrom('8.1', '8.10', '7.4', '') }),
    { maxLength: 3 },
  ),
  domains: named,
  keys: fc.array(
    fc.record({ name: names, fingerprint: fc.constantFrom('SHA256:Ab', 'SHA256:cd') }),
    {
      maxLength: 2,
    },
  ),
  users: named,
  jobs: named,
});

const word = (name: string, ...values: readonly string[]): fc.Arbitrary<Word> =>
  fc.record({
    isNegated: fc.boolean(),
    name: fc.constant(name),
    value: fc.constantFrom(...values),
  });
const words = fc.array(
  fc.oneof(
    word('', 'shop', 'web shop', 'prod'),
    word('name', 'web'),
    word('tag', 'prod', 'shop'),
    word('update', 'off', 'security', 'software'),
    word('ssl', 'expired', 'failed', '14d'),
    word('disk', '>80%', '<50'),
    word('memory', '>94%'),
    word('php', '8.1', '8', '7.4'),
    ...['app', 'domain', 'user', 'job'].map((name) => word(name, 'shop', 'web shop')),
    word('key', 'ops', 'sha256:ab'),
  ),
  { maxLength: 4 },
);

function write({ isNegated, name, value }: Word): string {
  return `${isNegated ? '-' : ''}${name === '' ? '' : `${name}:`}${value.includes(' ') ? `"${value}"` : value}`;
}

/** What the documentation says, for a server of which everything is known. */
function isMatch(server: Server, all: readonly Word[]): boolean {
  const has = (text: string, part: string): boolean =>
    text.toLowerCase().indexOf(part.toLowerCase()) >= 0;
  const { security, software } = server.updates;
  const ofRow = ({ name, value }: Word): boolean | undefined => {
    if (name === '') return [server.name, ...server.tags].some((each) => has(each, value));
    if (name === 'name') return has(server.name, value);
    if (name === 'tag') return server.tags.some((each) => has(each, value));
    if (name === 'update') return { off: !security && !software, security, software }[value];
    return undefined;
  };
  const ofUse = (value: string, used: number): boolean =>
    value.startsWith('>') ? used > parseInt(value.slice(1)) : used < parseInt(value.slice(1));
  /** For each list: which of its things meet these words. */
  const lists: readonly (readonly [readonly string[], (some: readonly Word[]) => boolean])[] = [
    [
      ['disk', 'memory'],
      (some) =>
        some.every(({ name, value }) =>
          ofUse(value, name === 'disk' ? server.disk : server.memory),
        ),
    ],
    [
      ['ssl'],
      (some) =>
        server.certificates.some(({ days, hasFailed }) =>
          some.every(({ value }) =>
            value === 'failed' ? hasFailed && days >= 0 : days < (value === '14d' ? 14 : 0),
          ),
        ),
    ],
    [
      ['php', 'app'],
      (some) =>
        server.applications.some(({ name: own, php }) =>
          some.every(({ name, value }) =>
            name === 'app' ? has(own, value) : php === value || php.split('.')[0] === value,
          ),
        ),
    ],
    [
      ['key'],
      (some) =>
        server.keys.some(({ name, fingerprint }) =>
          some.every(({ value }) => has(name, value) || has(fingerprint, value)),
        ),
    ],
    ...(['domain', 'user', 'job'] as const).map(
      (kind) =>
        [
          [kind],
          (some: readonly Word[]) =>
            server[`${kind}s`].some(({ name }) => some.every(({ value }) => has(name, value))),
        ] as const,
    ),
  ];
  const isRow = all.every((each) => {
    const answer = ofRow(each);
    return answer === undefined || answer !== each.isNegated;
  });
  const isRest = lists.every(([kinds, meets]) => {
    const own = all.filter(({ name }) => kinds.includes(name));
    const wanted = own.filter(({ isNegated }) => !isNegated);
    const unwanted = own.filter(({ isNegated }) => isNegated);
    return (wanted.length === 0 || meets(wanted)) && !unwanted.some((each) => meets([each]));
  });
  return isRow && isRest;
}

/** How much is known: of each part, how many of its items, and whether that is all. */
interface Knowing {
  readonly updates: boolean;
  readonly values: boolean;
  readonly parts: Readonly<Record<string, number | 'all' | undefined>>;
}

const everything: Knowing = { updates: true, values: true, parts: {} };
const partNames = [
  'health',
  'certificate',
  'webApplication',
  'domain',
  'sshKey',
  'systemUser',
  'job',
] as const;
const knowings: fc.Arbitrary<Knowing> = fc.record({
  updates: fc.boolean(),
  values: fc.boolean(),
  parts: fc.dictionary(fc.constantFrom(...partNames), fc.constantFrom(0, 1, 'all' as const)),
});

const reference = { account: 'example', kind: 'server', ids: [1] } as const;

function factsOf({ name, tags, updates }: Server, { updates: isKnown }: Knowing): Facets {
  const on = (['security', 'software'] as const).filter((each) => updates[each]);
  return {
    name,
    tags,
    address: '192.0.2.1',
    state: '',
    provider: '',
    country: '',
    created: '',
    id: '1',
    ...(isKnown ? { updates: on } : {}),
  };
}

function partsOf(server: Server, { values, parts }: Knowing): ServerParts {
  const whole: Readonly<Record<(typeof partNames)[number], readonly PartItem[]>> = {
    health: [
      {
        reference,
        name: '',
        memory: server.memory / 100,
        ...(values ? { disk: server.disk / 100 } : {}),
      },
    ],
    certificate: server.certificates.map(({ days, hasFailed }) => ({
      reference,
      name: '',
      end: now + days * day,
      hasFailed,
    })),
    webApplication: server.applications.map(({ name, php }) => ({
      reference,
      name,
      ...(values ? { php } : {}),
    })),
    domain: server.domains.map(({ name }) => ({ reference, name })),
    sshKey: server.keys.map(({ name, fingerprint }) => ({
      reference,
      name,
      ...(values ? { fingerprint } : {}),
    })),
    systemUser: server.users.map(({ name }) => ({ reference, name })),
    job: server.jobs.map(({ name }) => ({ reference, name })),
  };
  return Object.fromEntries(
    partNames.flatMap((part) => {
      const known = parts === everything.parts ? 'all' : parts[part];
      const isWhole = known === 'all';
      const items = isWhole ? whole[part] : whole[part].slice(0, known);
      return known === undefined ? [] : [[part, { items, isWhole }] as const];
    }),
  );
}

describe('A filter, compared with a plain reading of its words', () => {
  const counts = { found: 0, none: 0, unknown: 0 };
  law(
    'finds exactly the servers that match, and never claims what is not known',
    {
      runs: 2_000,
      counts,
      afterwards: () => assert.ok(Math.min(...Object.values(counts)) > 50, JSON.stringify(counts)),
    },
    fc.property(servers, words, knowings, (server, all, knowing) => {
      const text = all.map(write).join(' ');
      const filter = new Filter(text);
      assert.deepEqual(filter.misunderstood, [], text);
      const expected = isMatch(server, all) ? 'found' : 'none';
      const judge = (each: Knowing) =>
        filter.judge(factsOf(server, each), partsOf(server, each), now);
      assert.equal(judge(everything), expected, text);
      const verdict = judge(knowing);
      counts[verdict] += 1;
      if (verdict !== 'unknown') assert.equal(verdict, expected, text);
      const unknown = filter.unknownParts(factsOf(server, knowing), partsOf(server, knowing), now);
      assert.equal(unknown.length > 0, verdict === 'unknown', text);
      // Once these are read, nothing is left to read.
      const whole = Object.fromEntries(unknown.map((part) => [part, 'all' as const]));
      const read: Knowing = {
        updates: knowing.updates || unknown.includes('server'),
        values: true,
        parts: { ...knowing.parts, ...whole },
      };
      assert.equal(judge(read), expected, text);
    }),
  );
});
