import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fieldTexts } from '../../../src/documents/schema/descriptions';
import {
  type JsonSchema,
  toDraftSchema,
  toJsonSchema,
} from '../../../src/documents/schema/toJsonSchema';
import { toDraftsSchema } from '../../../src/documents/schema/draftSchema';
import { creations } from '../../../src/documents/creations/creations';
import { kinds } from '../../../src/resources/kinds/kinds';
import type { Translate } from '../../../src/base/translate';

const t: Translate = (text, ...values) =>
  text.replaceAll(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));
const documented = kinds.filter(({ operations, document }) => operations.read && !document?.text);

describe('The JSON Schema of documents', () => {
  for (const kind of documented) {
    it(`explains every field of a ${kind.id}, and its source`, () => {
      const { properties = {} } = toJsonSchema(kind, t);
      assert.ok(Object.keys(properties).length > 0);
      for (const [name, schema] of Object.entries(properties)) {
        assert.match(String(schema['markdownDescription']), /\((documented|observed)\)/, name);
      }
    });
  }

  it("explains no field that doesn't exist", () => {
    for (const kind of kinds) {
      const creation = creations[kind.id];
      const known = new Set([
        ...pathsOf(toJsonSchema(kind, t)),
        ...[creation, ...(creation?.variants ?? [])].flatMap((each) =>
          each?.endpoint.body
            ? pathsOf(toDraftSchema(kind, each.endpoint.body, t, { secrets: [] }))
            : [],
        ),
      ]);
      for (const path of Object.keys(fieldTexts[kind.id]?.fields ?? {})) {
        assert.ok(known.has(path), `${kind.id}.${path}`);
      }
    }
  });

  it("marks what can't be written as read-only, and nothing else", () => {
    const waf = kinds.find(({ id }) => id === 'waf');
    assert.ok(waf);
    const { properties = {} } = toJsonSchema(waf, t);
    const readOnly = Object.keys(properties).filter((name) => properties[name]?.['readOnly']);
    assert.deepEqual(readOnly, ['id', 'rulesOrdering', 'created_at', 'updated_at']);
  });

  it('suggests observed values and forbids no other', () => {
    const ssl = kinds.find(({ id }) => id === 'ssl');
    assert.ok(ssl);
    const text = JSON.stringify(toJsonSchema(ssl, t));
    assert.ok(text.includes('"examples":["letsencrypt","custom","csr"]'));
    for (const kind of kinds) {
      const schema = JSON.stringify(toJsonSchema(kind, t));
      assert.doesNotMatch(
        schema,
        /"enum"|"const"|"required"|"additionalProperties":false/,
        kind.id,
      );
    }
  });

  it('is contributed for every kind with documents, for staged changes and for every draft', () => {
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
  it('demands what the service needs, and no secret', () => {
    const integration = kinds.find(({ id }) => id === 'integration');
    const body = creations.integration?.endpoint.body;
    assert.ok(integration && body);
    const schema = toDraftSchema(integration, body, t, { secrets: ['secret'] });
    assert.deepEqual(schema.required, ['label', 'service']);
    assert.deepEqual(Object.keys(schema.properties ?? {}), [
      'label',
      'service',
      'username',
      'url',
      'region',
    ]);
  });

  it('of web applications offers the fields of WordPress sites, and demands them once one is used', () => {
    const webApplication = kinds.find(({ id }) => id === 'webApplication');
    assert.ok(webApplication);
    const schema = toDraftsSchema(webApplication, t);
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
