import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Contributed {
  readonly name: string;
  readonly modelDescription: string;
  readonly inputSchema: object;
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  contributes: { languageModelTools: readonly Contributed[] };
};
const listed = contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
  name,
  description: modelDescription,
  inputSchema,
}));

describe('The table of tools', () => {
  it('costs a model at most eight tools and 2,000 tokens', () => {
    assert.ok(listed.length <= 8);
    // English and JSON have more than three characters a token in every usual vocabulary.
    assert.ok(JSON.stringify({ tools: listed }).length / 3 <= 2000);
  });
});
