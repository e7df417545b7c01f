import assert from 'node:assert/strict';
import { OptionError, parseOptions } from '../../../src/cli/options';

describe('The options of the command line', () => {
  it('are those of its help', () => {
    const help = parseOptions(['plan', '--help', '--sarif']);
    assert.ok(typeof help === 'string' && help.startsWith('Usage: server-management '));
    assert.deepEqual(parseOptions(['check', '--sandbox', '--filter', 'tag:web', '--json']), {
      command: 'check',
      folder: undefined,
      url: undefined,
      paths: undefined,
      share: 0.5,
      stateFile: undefined,
      filter: 'tag:web',
      failOn: 'information',
      format: 'json',
    });
  });

  for (const [args, text] of [
    [[], /"" isn't a command/],
    [['apply', 'shop', '--sandbox'], /"apply" isn't a command/],
    [['plan', '--sandbox'], /folder is missing/],
    [['plan', 'a', 'b', '--sandbox'], /Only one folder/],
    [['plan', 'shop'], /either --url or --sandbox/],
    [['plan', 'shop', '--sandbox', '--url', 'https://a.test'], /either --url or --sandbox/],
    [['plan', 'shop', '--sandbox', '--share', '0'], /--share must be/],
    [['plan', 'shop', '--sandbox', '--share', '1.1'], /--share must be/],
    [['plan', 'shop', '--sandbox', '--json', '--markdown'], /Only one format/],
    [['plan', 'shop', '--sandbox', '--sarif'], /are options of check/],
    [['check', '--sandbox', '--sarif'], /folder is missing/],
    [['check', '--sandbox', '--fail-on', 'never'], /--fail-on must be one of critical, /],
    [['plan', 'shop', '--token=secret'], /unknown option/],
  ] as const) {
    it(`are refused with a reason: ${args.join(' ')}`, () => {
      assert.throws(
        () => parseOptions(args),
        (error) =>
          error instanceof OptionError &&
          text.test(error.message) &&
          !error.message.includes('secret'),
      );
    });
  }
});
