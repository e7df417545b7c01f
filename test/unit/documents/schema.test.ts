import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  conditionOf,
  type JsonSchema,
  toDraftsSchema,
  toJsonSchema,
} from '../../../src/documents/schema';
import { creations } from '../../../src/documents/creations/creations';
import { findKind, type KindId, kinds } from '../../../src/resources/kinds/kinds';
const documented = kinds.filter(({ operations, document }) => operations.read && !document?.text);

describe('The JSON Schema of documents', () => {
  for (const kind of documented) {
    it(`explains every field of a ${kind.id}, and its source`, () => {
      const { properties = {} } = toJsonSchema(kind);
      assert.ok(Object.keys(properties).length > 0);
      for (const [name, schema] of Object.entries(properties)) {
        assert.match(String(schema['markdownDescription']), /\((documented|observed)\)/, name);
      }
    });
  }

  it("doesn't describe fields that don't exist", () => {
    for (const kind of kinds) {
      const known = new Set(
        [toJsonSchema(kind), toDraftsSchema(kind)].flatMap((each) => (each ? pathsOf(each) : [])),
      );
      for (const path of Object.keys(kind.fieldTexts ?? {})) {
        assert.ok(known.has(path), `${kind.id}.${path}`);
      }
    }
  });

  it("marks exactly the fields that can't be written as read-only, and suggests the others", () => {
    const waf = kinds.find(({ id }) => id === 'waf');
    assert.ok(waf);
    const { properties = {} } = toJsonSchema(waf);
    const readOnly = Object.keys(properties).filter((name) => properties[name]?.['readOnly']);
    assert.deepEqual(readOnly, ['id', 'rulesOrdering', 'created_at', 'updated_at']);
    const unwanted = Object.keys(properties).filter((name) => properties[name]?.['doNotSuggest']);
    assert.deepEqual(unwanted, readOnly);
  });

  it('describes fields as read-only only if the whole document is', () => {
    const hoverOf = (id: KindId, name: string): unknown =>
      toJsonSchema(findKind(id)).properties?.[name]?.['markdownDescription'];
    assert.equal(
      hoverOf('waf', 'paranoia'),
      'Strictness of the rules, from 1 (lenient) to 4 (strict). *(documented)*',
    );
    assert.equal(hoverOf('waf', 'id'), 'ID on the service. *(documented)*');
    assert.equal(
      hoverOf('systemUser', 'username'),
      'Name: lowercase letters, digits, - and _. *Read-only.* *(documented)*',
    );
  });

  it('describes fields as their forms do, with known and usual values', () => {
    const hoverOf = (id: KindId, name: string): unknown =>
      toDraftsSchema(findKind(id))?.properties?.[name]?.['markdownDescription'];
    assert.equal(hoverOf('cronJob', 'username'), 'System user that runs it. *(documented)*');
    assert.equal(
      hoverOf('firewallRule', 'protocol'),
      'Protocol: tcp, udp; usually "tcp". *(documented)*',
    );
    assert.equal(
      hoverOf('webApplication', 'memoryLimit'),
      'Memory limit (MB); usually 256. *(observed)*',
    );
    assert.equal(
      hoverOf('webApplication', 'siteTitle'),
      'Site title (WordPress Site). *(observed)*',
    );
    assert.equal(
      hoverOf('supervisorJob', 'autoStart'),
      'Start automatically with the server. *(documented)*',
    );
    const { settings } = toJsonSchema(findKind('webApplication')).properties ?? {};
    assert.equal(
      settings?.properties?.['memoryLimit']?.['markdownDescription'],
      'Memory limit (MB); usually 256. *(observed)*',
    );
  });

  it('allows null only in fields that a service may not return', () => {
    const typeOf = (id: KindId, name: string): unknown =>
      toJsonSchema(findKind(id)).properties?.[name]?.type;
    assert.deepEqual(typeOf('hubCache', 'cacheValidMinute'), ['integer', 'null']);
    assert.equal(typeOf('waf', 'paranoia'), 'integer');
    for (const { properties = {} } of documented.map((kind) => toJsonSchema(kind))) {
      for (const { type } of Object.values(properties)) {
        assert.ok(type === undefined || [type].flat().every((each) => typeof each === 'string'));
      }
    }
  });

  it('has no limits other than known ones', () => {
    for (const kind of kinds) {
      assert.doesNotMatch(JSON.stringify(toJsonSchema(kind)), /9007199254740991/, kind.id);
    }
    const { properties = {} } = toJsonSchema(findKind('waf'));
    assert.deepEqual(
      [properties['paranoia']?.['minimum'], properties['paranoia']?.['maximum']],
      [1, 4],
    );
  });

  it('marks required texts while they are empty, and a schedule once', () => {
    for (const [id, names] of [
      ['cronJob', ['label', 'username', 'command']],
      ['integration', ['label', 'service']],
      ['canvas', ['name']],
      ['webApplication', ['phpVersion', 'stack', 'stackMode']],
    ] as const) {
      const { properties = {} } = toJsonSchema(findKind(id));
      const isMarked = (name: string): boolean => {
        const { pattern } = properties[name] ?? {};
        return typeof pattern === 'string' && !new RegExp(pattern).test(' ');
      };
      assert.deepEqual(Object.keys(properties).filter(isMarked).toSorted(), names.toSorted());
      for (const name of names)
        assert.equal(properties[name]?.['patternErrorMessage'], 'This field is required.');
    }
  });

  it('marks empty texts of a draft, except for those that may be empty', () => {
    const marked = (kind: KindId): readonly string[] =>
      Object.entries(toDraftsSchema(findKind(kind))?.properties ?? {}).flatMap(
        ([name, { patternErrorMessage }]) => (patternErrorMessage ? [name] : []),
      );
    assert.deepEqual(marked('cronJob'), ['label', 'username', 'command']);
    assert.deepEqual(marked('supervisorJob'), ['label', 'username', 'command']);
    assert.ok(marked('webApplication').includes('phpVersion'));
    assert.ok(!marked('webApplication').includes('openBasedir'));
  });

  it('suggests observed values without forbidding others', () => {
    const ssl = kinds.find(({ id }) => id === 'ssl');
    assert.ok(ssl);
    const text = JSON.stringify(toJsonSchema(ssl));
    assert.ok(text.includes('"examples":["letsencrypt","custom","csr"]'));
    for (const kind of kinds) {
      const schema = JSON.stringify(toJsonSchema(kind));
      assert.doesNotMatch(
        schema,
        /"enum"|"const"|"required"|"additionalProperties":false/,
        kind.id,
      );
    }
  });

  it('is contributed for every kind with documents, for staged changes and for drafts', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      contributes: { jsonValidation: { fileMatch: string; url: string }[] };
    };
    const drafts = kinds.filter(({ id }) => creations[id]);
    const editable = documented.filter(({ document }) => document?.editing);
    assert.deepEqual(
      manifest.contributes.jsonValidation.toSorted(byFiles),
      [
        ...documented.map(({ suffix }) => ({
          fileMatch: `server-management:/**/*.${suffix}.json`,
          url: `server-management-schema:///${suffix}.json`,
        })),
        ...editable.map(({ suffix }) => ({
          fileMatch: `server-management-pending:/**/*.${suffix}.json`,
          url: `server-management-schema:///${suffix}.json`,
        })),
        ...drafts.map(({ suffix }) => ({
          fileMatch: `server-management-draft:/**/*.${suffix}.json`,
          url: `server-management-schema:///new/${suffix}.json`,
        })),
      ].toSorted(byFiles),
    );
  });
});

describe('The JSON Schema of drafts', () => {
  it("is missing for kinds that can't be created, and simple for kinds with one creation", () => {
    assert.equal(toDraftsSchema(findKind('sshSettings')), undefined);
    const schema = toDraftsSchema(findKind('cronJob'));
    assert.ok(schema && !('allOf' in schema));
    assert.ok(!JSON.stringify(schema.properties).includes('"readOnly"'));
  });

  it("hides fields that don't apply to the person's choice", () => {
    const { else: unused } = conditionOf('webApplication', []);
    const fields = Object.values((unused as { properties: object }).properties) as JsonSchema[];
    assert.ok(fields.length > 0);
    for (const field of fields) assert.equal(field['doNotSuggest'], true);
  });

  it('requires what the service requires, except for secrets', () => {
    const integration = kinds.find(({ id }) => id === 'integration');
    assert.ok(integration);
    const schema = toDraftsSchema(integration);
    assert.deepEqual(schema?.required, ['label', 'service']);
    assert.deepEqual(Object.keys(schema?.properties ?? {}), [
      'label',
      'service',
      'username',
      'url',
      'region',
    ]);
  });

  it('of web applications offers the fields of WordPress sites, and requires them once one is used', () => {
    const webApplication = kinds.find(({ id }) => id === 'webApplication');
    assert.ok(webApplication);
    const schema = toDraftsSchema(webApplication);
    assert.ok(schema);
    const own = ['siteTitle', 'adminUsername', 'adminEmail', 'dbName', 'dbUser'];
    const properties = Object.keys(schema.properties ?? {});
    for (const name of [...own, 'dbPrefix', 'domainName'])
      assert.ok(properties.includes(name), name);
    for (const secret of ['password', 'dbPassword'])
      assert.ok(!properties.includes(secret), secret);
    assert.ok(!own.some((name) => schema.required?.includes(name)));
    const [rule] = schema['allOf'] as {
      if: { not: { anyOf: object[] } };
      else: { required: string[] };
    }[];
    assert.ok(rule);
    assert.deepEqual(
      rule.if.not.anyOf,
      [...own, 'dbPrefix'].map((name) => ({ required: [name] })),
    );
    for (const name of [...own, 'domainName']) assert.ok(rule.else.required.includes(name), name);
    const labels = (schema['defaultSnippets'] as { label: string }[]).map(({ label }) => label);
    assert.deepEqual(labels, ['New: Web Application', 'New: WordPress Site']);
  });
});

function pathsOf({ properties = {} }: JsonSchema): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    name,
    ...pathsOf(schema).map((path) => `${name}.${path}`),
  ]);
}

function byFiles(a: { fileMatch: string }, b: { fileMatch: string }): number {
  return a.fileMatch < b.fileMatch ? -1 : 1;
}
