import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../src/base/json';
import { toContent } from '../../../src/documents/content';
import { planSave } from '../../../src/documents/plan/savePlan';
import { law } from '../../support/laws/law';
import { findKind } from '../../../src/resources/kinds/kinds';

/** A service as documented: what a read returns, and what a write changes. */
interface PlainApi {
  readonly kind: 'ssl' | 'canvas' | 'cacheConfiguration';
  readonly stored: fc.Arbitrary<JsonObject>;
  /** Applies a body as documented. */
  readonly take: (stored: JsonObject, body: JsonObject) => JsonObject;
  /** Values of a document that a person may type, by path. */
  readonly typed: fc.Arbitrary<Readonly<Record<string, JsonValue>>>;
  /** Fields that a read doesn't return must be in the text. */
  readonly unread?: readonly string[];
}

const word = fc.string({ maxLength: 4 });
const some = (values: Record<string, fc.Arbitrary<JsonValue>>): PlainApi['typed'] =>
  fc
    .subarray(Object.keys(values))
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, values[name] ?? word]))),
    );

const bundled = fc.array(
  fc.record({ id: fc.nat(9), name: word, slug: word, activate: fc.boolean() }),
  { maxLength: 3 },
);
const linked = fc.array(
  fc.record({ id: fc.nat(9), name: word, link: word, activate: fc.boolean() }),
  { maxLength: 3 },
);
const settings = { language: word, timezone: word, removeHelloWorld: fc.boolean() };

function without(items: JsonValue | undefined, ...gone: string[]): JsonValue[] {
  return (items as JsonObject[]).map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !gone.includes(name))),
  );
}

const apis: readonly PlainApi[] = [
  {
    kind: 'cacheConfiguration',
    stored: fc.record({
      status: word,
      cacheSettings: fc.record({
        cache_settings: fc.record({ enable: fc.boolean(), page_cache_type: word }),
        cdn_settings: fc.record({ enable: fc.boolean(), cdn_type: word }),
        object_cache_settings: fc.record({ enable: fc.boolean(), object_cache_type: word }),
      }),
    }),
    take: (stored, body) => {
      const after = structuredClone(stored) as Record<string, JsonObject>;
      const group = (name: string): JsonObject => after['cacheSettings']?.[name] as JsonObject;
      const page = group('cache_settings');
      const cdn = group('cdn_settings');
      const objects = group('object_cache_settings');
      for (const [name, value] of Object.entries(body)) {
        if (name === 'pageCacheType') page['page_cache_type'] = value;
        else if (name === 'pageCacheEnabled') page['enable'] = value;
        else if (name === 'cdnEnabled') cdn['enable'] = value;
        else if (name === 'objectCacheEnabled') objects['enable'] = value;
        else assert.fail(`${name} is no field of the request`);
      }
      return after;
    },
    typed: some({
      'cacheSettings.cache_settings.enable': fc.boolean(),
      'cacheSettings.cache_settings.page_cache_type': word,
      'cacheSettings.cdn_settings.enable': fc.boolean(),
      'cacheSettings.object_cache_settings.enable': fc.boolean(),
    }),
  },
  {
    kind: 'canvas',
    stored: fc.record({
      id: fc.nat(9),
      name: word,
      themes: fc.record({ data: bundled }),
      plugins: fc.record({ data: bundled }),
      customThemes: fc.record({ data: linked }),
      customPlugins: fc.record({ data: linked }),
      settings: fc.record({ id: fc.nat(9), created_at: word, updated_at: word, ...settings }),
    }),
    // Replaces everything: members missing from a body are gone.
    take: ({ id, settings: before }, body) => {
      const { id: settingsId, created_at, updated_at } = before as JsonObject;
      const custom = body['customThemePlugin'] as JsonObject[];
      const ofType = (type: string): JsonValue[] =>
        custom
          .filter((item) => item['type'] === type)
          .map(({ label, link, activate }) => ({ name: label, link, activate }) as JsonObject);
      return {
        id: id ?? null,
        name: body['name'] ?? null,
        themes: { data: body['selectedThemes'] ?? null },
        plugins: { data: body['selectedPlugins'] ?? null },
        customThemes: { data: ofType('custom-theme') },
        customPlugins: { data: ofType('custom-plugin') },
        settings: {
          ...(body['settings'] as JsonObject),
          id: settingsId ?? null,
          created_at: created_at ?? null,
          updated_at: updated_at ?? null,
        },
      };
    },
    typed: some({
      name: word,
      'themes.data': bundled,
      'plugins.data': bundled,
      'customThemes.data': linked,
      'customPlugins.data': linked,
      'settings.language': word,
      'settings.timezone': word,
      'settings.removeHelloWorld': fc.boolean(),
    }),
  },
  {
    kind: 'ssl',
    stored: fc.record({
      id: fc.nat(9),
      method: fc.constantFrom('letsencrypt', 'custom', 'csr'),
      enableHttp: fc.boolean(),
      enableHsts: fc.boolean(),
      authorizationMethod: fc.constantFrom('http-01', 'dns-01'),
      staging: fc.boolean(),
    }),
    take: ({ id }, body) => ({
      id: id ?? null,
      method: body['provider'] ?? null,
      enableHttp: body['enableHttp'] ?? null,
      enableHsts: body['enableHsts'] ?? null,
      authorizationMethod: body['authorizationMethod'] ?? null,
      staging: body['environment'] === 'staging',
    }),
    typed: some({
      provider: fc.constantFrom('letsencrypt', 'custom', 'csr'),
      enableHttp: fc.boolean(),
      enableHsts: fc.boolean(),
      authorizationMethod: fc.constantFrom('http-01', 'dns-01'),
      environment: fc.constantFrom('live', 'staging'),
    }),
    unread: ['advancedSSL', 'autoSSL'],
  },
];

/** A copy of a content with a value set at a dotted path. */
function put(content: JsonObject, path: string, value: JsonValue): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let within = content;
  for (const name of names) within = within[name] as JsonObject;
  within[last] = value;
}

/** A content without values that the service assigns: ids of items in lists. */
function comparable(content: JsonObject): JsonObject {
  const result = structuredClone(content);
  for (const name of ['themes', 'plugins', 'customThemes', 'customPlugins']) {
    const bundle = result[name] as JsonObject | undefined;
    if (bundle) bundle['data'] = without(bundle['data'], 'id');
  }
  return result;
}

describe('A request of a document', () => {
  for (const { kind: id, stored, take, typed, unread = [] } of apis) {
    const kind = findKind(id);
    const count = { sent: 0 };
    law(
      `contains only the typed changes: ${id}`,
      { runs: 1_000, counts: count },
      fc.property(stored, typed, typed, (before, mineTyped, theirTyped) => {
        const base = toContent(kind, before);
        const mine = structuredClone(base);
        for (const name of unread) mine[name] = true;
        for (const [path, value] of Object.entries(mineTyped)) put(mine, path, value);
        // Another person changes the remaining fields.
        const theirs = structuredClone(base);
        for (const [path, value] of Object.entries(theirTyped)) {
          if (!(path in mineTyped)) put(theirs, path, value);
        }
        const wanted = structuredClone(theirs);
        for (const [path, value] of Object.entries(mineTyped)) put(wanted, path, value);

        const { writes } = planSave(kind, { base, mine, theirs });
        if (writes.length === 0) {
          assert.deepEqual(comparable(wanted), comparable(theirs));
          return;
        }
        count.sent += 1;
        const live = writes.reduce<JsonObject>((now, { body }) => take(now, body), {
          ...before,
          ...(id === 'ssl' ? {} : theirs),
        });
        assert.deepEqual(comparable(toContent(kind, live)), comparable(wanted));
      }),
    );
  }
});
