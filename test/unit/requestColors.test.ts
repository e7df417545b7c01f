import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Pattern {
  readonly name?: string;
  readonly match?: string;
  readonly include?: string;
  readonly captures?: Readonly<Record<string, { readonly name: string }>>;
}

const { patterns } = JSON.parse(
  readFileSync('media/server-management-http.tmLanguage.json', 'utf8'),
) as { readonly patterns: readonly Pattern[] };

/** The scopes that the first matching pattern assigns to the parts of a line. */
function namesIn(line: string): readonly string[] {
  const found = patterns.find(({ match }) => match !== undefined && new RegExp(match).test(line));
  return found?.name ? [found.name] : Object.values(found?.captures ?? {}).map(({ name }) => name);
}

describe('The colors of requests', () => {
  it('distinguish methods, headers and comments, and highlight bodies as JSON', () => {
    assert.deepEqual(namesIn('PATCH /api/v3/servers/1/settings/ssh'), [
      'keyword.control.http',
      'string.unquoted.url.http',
    ]);
    assert.equal(namesIn('Accept: application/json')[0], 'entity.name.tag.http');
    assert.deepEqual(namesIn('# - "useDns": true'), ['comment.line.number-sign.http']);
    assert.deepEqual(namesIn('###'), ['comment.line.number-sign.http']);
    assert.deepEqual(namesIn('  "useDns": true'), []);
    assert.ok(patterns.some(({ include }) => include === 'source.json'));
  });
});
