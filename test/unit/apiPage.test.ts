import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { documented } from '../contract/literal/documented';
import { further } from '../contract/literal/further';
import { observed } from '../contract/literal/observed';
import * as observedShapes from '../contract/literal/observedResources';
import type { Operation } from '../contract/literal/operation';
import * as documentedShapes from '../contract/literal/resources';
import type { Shape } from '../contract/literal/shape';
import { apiPage, apiSections, citable, citationsIn } from '../support/apiPage';
import { sourceFiles } from '../support/imports';

const sources = sourceFiles('src');
const files = [...sources, ...sourceFiles('scripts'), ...sourceFiles('test')];

describe('docs/api.md', () => {
  it('has every section, endpoint and rule that a comment cites', () => {
    const cited = files.flatMap((file) =>
      citationsIn(readFileSync(file, 'utf8')).map((citation) => ({ file, citation })),
    );
    assert.ok(cited.length > 200);
    assert.deepEqual(
      cited.filter(({ citation }) => !citable.has(citation)),
      [],
    );
  });

  it('is only cited by comments, in one form, because section numbers mean nothing to users', () => {
    for (const file of files) {
      assert.doesNotMatch(readFileSync(file, 'utf8'), /reference[\s/*]+§/i, file);
    }
    for (const file of sources) {
      const text = readFileSync(file, 'utf8');
      for (const [comment] of text.matchAll(comments)) {
        // A comment names the page once, even if it cites several sections.
        assert.doesNotMatch(comment, /^(?![^§]*API[\s*]+§)[^]*§/, file);
      }
      assert.doesNotMatch(withoutComments(text), /§/, file);
    }
    for (const file of ['package.json', 'package.nls.json', 'media/l10n/bundle.l10n.de.json']) {
      assert.doesNotMatch(readFileSync(file, 'utf8'), /§/, file);
    }
  });

  it('reads every form of citation', () => {
    assert.deepEqual(citationsIn('(API §2.8, §4 endpoints 12 (v3) and 13 (v2), rule 2).'), [
      '§2.8',
      '§4',
      '§4 endpoint 12',
      '§4 endpoint 13',
      '§4 rule 2',
    ]);
    assert.deepEqual(citationsIn(' * A full page may have one behind it (API §4\n   * rule 1).'), [
      '§4',
      '§4 rule 1',
    ]);
  });

  it('lists every documented operation under its number', () => {
    const rows = documented.map(({ entry, method, path }) => [
      `§4 ${entry}`,
      `${method} ${withoutNames(path)}`,
    ]);
    const endpoints = (apiSections.get('4') ?? '').split('\n').flatMap((line) => {
      const number = /^\| (\d+) +\|/.exec(line)?.[1];
      return number ? callsIn(line).map((call) => [`§4 endpoint ${number}`, call]) : [];
    });
    assert.deepEqual(endpoints, rows);
  });

  it('lists exactly the observed operations', () => {
    const text = ['10.1', '10.2'].map((number) => apiSections.get(number)).join('\n');
    assert.deepEqual(
      callsIn(text).toSorted(),
      [...new Set([...observed, ...further].map(toCall))].toSorted(),
    );
  });

  it('names every field of every resource', () => {
    const shapes = [...Object.values(documentedShapes), ...Object.values(observedShapes)];
    const names = new Set(
      shapes.flatMap((shape) => (typeof shape === 'function' ? [] : fieldsOf(shape))),
    );
    assert.ok(names.size > 100);
    assert.deepEqual(
      [...names].filter((name) => !new RegExp(String.raw`[\`.]${name}\b`).test(apiPage)),
      [],
    );
  });
});

const shortNames: Readonly<Record<string, string>> = {
  D: '/api/v3/servers/{}/webapps/{}/domains/{}',
  W: '/api/v3/servers/{}/webapps/{}',
  S2: '/api/v2/servers/{}',
  S: '/api/v3/servers/{}',
};

/** The calls in a text, such as GET `W/waf`, in full: `GET /api/v3/servers/{}/webapps/{}/waf`. */
function callsIn(text: string): string[] {
  return [...text.matchAll(/\b(GET|POST|PATCH|PUT|DELETE) `(D|W|S2|S)?(\/[^`]*)?`/g)].map(
    ([, method, short = '', rest = '']) =>
      `${method} ${shortNames[short] ?? ''}${withoutNames(rest)}`,
  );
}

function toCall({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${withoutNames(path)}`;
}

function withoutNames(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

/** The names of all fields in a shape, nested ones included; `*` stands for any name. */
function fieldsOf(shape: Shape): string[] {
  if (typeof shape !== 'object') return [];
  if (Array.isArray(shape)) return (shape as readonly Shape[]).flatMap(fieldsOf);
  return Object.entries(shape as Readonly<Record<string, Shape>>).flatMap(([name, inner]) => [
    ...(name === '*' ? [] : [name]),
    ...fieldsOf(inner),
  ]);
}

const comments = /\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

function withoutComments(code: string): string {
  return code.replaceAll(comments, '');
}
