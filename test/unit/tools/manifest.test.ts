import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { toolInputs } from '../../../src/ui/tools/inputs';
import { toolNames } from '../../../src/ui/tools/toolNames';

interface Declared {
  readonly name: string;
  readonly inputSchema: Record<string, unknown>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  contributes: { languageModelTools: readonly Declared[] };
};

describe('the tools for language models', () => {
  const declared = manifest.contributes.languageModelTools;

  it('are declared in the manifest, all of them and no other', () => {
    assert.deepEqual(
      declared.map(({ name }) => name),
      [...toolNames],
    );
  });

  for (const name of toolNames) {
    it(`take what the manifest says: ${name}`, () => {
      const { $schema: _, ...schema } = z.toJSONSchema(toolInputs[name], { io: 'input' });
      const stated = declared.find((each) => each.name === name)?.inputSchema;
      assert.deepEqual(stated, JSON.parse(JSON.stringify(schema)));
    });
  }
});
