import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fieldTexts } from '../../../src/resources/documents/schema/descriptions';
import {
  type JsonSchema,
  toDraftSchema,
  toJsonSchema,
} from '../../../src/resources/documents/schema/toJsonSchema';
import { creations } from '../../../src/resources/drafts/creations';
import { kinds } from '../../../src/resources/kinds/kinds';
import type { Translate } from '../../../src/shared/translate';

const t: Translate = (text, ...values) =>
  text.replaceAll(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));
const documented = kinds.filter(({ operations }) => operations.read);

describe('The JSON Schema of documents', () => {
  for (const kind of documented) {
    it(`explains every field of a ${kind.id}, and where that is known from`, () => {
      const { properties = {} } = toJsonSchema(kind, t);
      assert.ok(Object.keys(properties).length > 0);
      for (const [name, schema] of Object.entries(properties)) {
        assert.match(String(schema['markdownDescription']), /\((reference §|observed)/, name);
      }
    });
  }

  it('explains no field that there is not', () => {
    for (const kind of kinds) {
      const creation = creations[kind.id];
      const known = new Set([
        ...pathsOf(toJsonSchema(kind, t)),
        ...(creation?.endpoint.body
          ? pathsOf(toDraftSchema(kind, creation.endpoint.body, t, { secrets: [] }))
          : []),
      ]);
      for (const path of Object.keys(fieldTexts[kind.id]?.fields ?? {})) {
        assert.ok(known.has(path), `${kind.id}.${path}`);
      }
    }
  });

  it('marks what cannot be written as read-only, and nothing else', () => {
    const waf = kinds.find(({ id }) => id === 'waf');
    assert.ok(waf);
    const { properties = {} } = toJsonSchema(waf, t);
    const readOnly = Object.keys(properties).filter((name) => properties[name]?.['readOnly']);
    assert.deepEqual(readOnly, ['id', 'rulesOrdering', 'created_at', 'updated_at']);
  });

  it('suggests the values that were seen and forbids no other', () => {
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

  it('is contributed for every kind that has documents, and for every draft', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      contributes: { jsonValidation: { fileMatch: string; url: string }[] };
    };
    const drafts = kinds.filter(({ id }) => creations[id]);
    assert.deepEqual(
      manifest.contributes.jsonValidation.toSorted(byUrl),
      [
        ...documented.map(({ suffix }) => ({
          fileMatch: `server-management:/**/*.${suffix}.json`,
          url: `server-management-schema:///${suffix}.json`,
        })),
        ...drafts.map(({ suffix }) => ({
          fileMatch: `server-management-draft:/**/*.${suffix}.json`,
          url: `server-management-schema:///new/${suffix}.json`,
        })),
      ].toSorted(byUrl),
    );
  });
});

describe('The JSON Schema of drafts', () => {
  it('asks for what the service needs, and for no secret', () => {
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
});

function pathsOf({ properties = {} }: JsonSchema): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    name,
    ...pathsOf(schema).map((path) => `${name}.${path}`),
  ]);
}

function byUrl(a: { url: string }, b: { url: string }): number {
  return a.url < b.url ? -1 : 1;
}
