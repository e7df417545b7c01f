import assert from 'node:assert/strict';
import { type Entry, print } from '../../../src/cli/output';
import { parseOptions } from '../../../src/cli/options';

const change: Entry = {
  type: 'change',
  path: ['shop', 'Nightly @all [x](https://evil.test) <b>'],
  kind: 'cronJob',
  ids: [1, 2],
  file: 'servers/shop/cron-jobs/Nightly.cron-job.json',
  changes: [{ path: ['hour'], before: '2', after: '3\u001b[31m' }],
};
const entries: readonly Entry[] = [
  change,
  { type: 'deletion', path: ['web\u009b2J'], kind: 'server', ids: [2], changes: [] },
  { type: 'ignored', path: [], file: 'a.json', line: 2, column: 5, text: 'No JSON.', changes: [] },
];

function show(
  format: string,
  all = entries,
  { unread = ['A part is missing.'], isTTY = false, columns = 0 } = {},
): string {
  const settings = parseOptions(['check', 'shop', '--sandbox', ...(format ? [`--${format}`] : [])]);
  assert.ok(typeof settings !== 'string');
  const account = { label: 'Shop', service: 'https://api.example.com' };
  const found = { summary: ['To apply: 1 change.'], entries: all, unread };
  return print({ command: 'plan', account, ...found }, settings, { isTTY, columns });
}

describe('The output of the command line', () => {
  it('is text without characters that a terminal acts on', () => {
    const text = String.raw`Shop: To apply: 1 change.
A part is missing.

shop
  ~ shop › Nightly @all [x](https://evil.test) <b> (Cron Job) [servers/shop/cron-jobs/Nightly.cron-job.json]
      - "hour": "2"
      + "hour": "3\u001b[31m"

web�2J
  - web�2J (Server)

Files
  ? [a.json:2:5] – No JSON.
`;
    assert.equal(show(''), text);
  });

  it('is colored and cut to its width on a terminal', () => {
    const lines = show('', entries, { isTTY: true, columns: 20 }).split('\n');
    assert.equal(lines[5], '\u001b[31m      - "hour": "2"\u001b[0m');
    assert.equal(lines[6], '\u001b[32m      + "hour": "3\\…\u001b[0m');
  });

  it('is JSON in ASCII, with a version', () => {
    const json = show('json');
    assert.match(json, /^[\x20-\x7e\n]*$/);
    assert.deepEqual(JSON.parse(json), {
      version: 1,
      exitCode: 1,
      command: 'plan',
      account: { label: 'Shop', service: 'https://api.example.com' },
      summary: ['To apply: 1 change.'],
      entries,
      unread: ['A part is missing.'],
    });
  });

  it('is Markdown in which foreign text is nothing but text', () => {
    const markdown = show('markdown');
    const shown = markdown.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    assert.equal(
      shown,
      String.raw`### <code>Shop</code>: plan

<code>To apply: 1 change.</code>

<code>A part is missing.</code>

<details><summary><code>shop</code> (1)</summary>

- <code>~ shop › Nightly @all [x](https://evil.test) <b> (Cron Job) [servers/shop/cron-jobs/Nightly.cron-job.json]</code>
  - <code>- "hour": "2"</code>
  - <code>+ "hour": "3\u001b[31m"</code>

</details>

<details><summary><code>web�2J</code> (1)</summary>

- <code>- web�2J (Server)</code>

</details>

<details><summary><code>Files</code> (1)</summary>

- <code>? [a.json:2:5] – No JSON.</code>

</details>
`,
    );
    const rest = markdown.replaceAll(/<\/?(?:code|details|summary)>|&#\d+;/g, '');
    assert.doesNotMatch(rest.replaceAll(/^### Shop: plan|\(1\)/g, ''), /[<>&@[\]()`*_#:.!|~\\]/);
  });

  it('is Markdown of at most 60,000 characters, which says what it left out', () => {
    const many = Array.from({ length: 600 }, (_, index): Entry => {
      return { ...change, path: [`server ${index}`, 'x'.repeat(100)] };
    });
    const markdown = show('markdown', many);
    const shown = markdown.match(/<details>/g)?.length ?? 0;
    assert.ok(markdown.length <= 60_000 && markdown.length > 50_000, String(markdown.length));
    assert.match(markdown, new RegExp(`Left out because of its length&#58; ${600 - shown}&#46;`));
  });

  it('is as short if the sentences alone are longer', () => {
    const unread = Array.from({ length: 700 }, (_, index) => `${index} ${'x'.repeat(100)}`);
    const markdown = show('markdown', entries, { unread });
    const shown = markdown.match(/xxx<\/code>/g)?.length ?? 0;
    assert.ok(markdown.length <= 60_000 && markdown.length > 50_000, String(markdown.length));
    assert.match(markdown, new RegExp(`length&#58; ${700 - shown + 3}&#46;`));
  });

  it('is SARIF with the place in a file', () => {
    const finding: Entry = {
      type: 'finding',
      path: ['shop', 'a "b"'],
      kind: 'cronJob',
      severity: 'critical',
      rule: 'cronInvalid',
      text: 'Never runs.',
      file: 'servers/a b.json',
      line: 3,
      column: 7,
      changes: [],
    };
    const { version, runs } = JSON.parse(show('sarif', [finding])) as {
      version: string;
      runs: readonly [{ tool: object; results: object }];
    };
    assert.equal(version, '2.1.0');
    assert.deepEqual(runs[0].tool, {
      driver: { name: 'server-management', rules: [{ id: 'cronInvalid' }] },
    });
    assert.deepEqual(runs[0].results, [
      {
        ruleId: 'cronInvalid',
        level: 'error',
        message: { text: 'shop › a "b": Never runs.' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'servers/a%20b.json' },
              region: { startLine: 3, startColumn: 7 },
            },
          },
        ],
      },
    ]);
  });
});
