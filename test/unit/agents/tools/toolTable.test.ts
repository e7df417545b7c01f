import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Contributed {
  readonly toolReferenceName: string;
  readonly name: string;
  readonly modelDescription: string;
  readonly inputSchema: object;
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  contributes: {
    languageModelTools: readonly Contributed[];
    chatSkills: readonly [{ readonly path: string }];
  };
};
const listed = contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
  name,
  description: modelDescription,
  inputSchema,
}));

describe('The table of tools', () => {
  it('has schemas that clients with a smaller dialect understand, too', () => {
    const parts = listed.flatMap(({ inputSchema }) => schemasIn(inputSchema));
    assert.ok(parts.length > 20);
    for (const part of parts) {
      assert.notDeepEqual(part, {}, 'an empty schema');
      assert.ok(!Array.isArray((part as { type?: unknown }).type), 'a list of types');
    }
  });
});

describe('The skill of changing many servers', () => {
  const [{ path: file }] = contributes.chatSkills;
  const text = readFileSync(file, 'utf8');

  it('has the name of its folder, because editors ignore it otherwise', () => {
    assert.equal(/^name: (.+)$/m.exec(text)?.[1], path.basename(path.dirname(file)));
  });

  it('names existing tools', () => {
    const named = [...text.matchAll(/#(\w+)/g)].map(([, name]) => name);
    const known = contributes.languageModelTools.map(({ toolReferenceName }) => toolReferenceName);
    assert.ok(named.length > 4);
    assert.deepEqual(
      named.filter((name) => !known.includes(name ?? '')),
      [],
    );
  });
});

/** A schema and all schemas in it. */
function schemasIn(schema: object): readonly object[] {
  const {
    properties = {},
    items,
    anyOf = [],
    additionalProperties,
  } = schema as {
    properties?: Readonly<Record<string, object>>;
    items?: object;
    anyOf?: readonly object[];
    additionalProperties?: object | boolean;
  };
  const parts = [...Object.values(properties), ...anyOf, items, additionalProperties];
  return [schema, ...parts.flatMap((part) => (typeof part === 'object' ? schemasIn(part) : []))];
}
