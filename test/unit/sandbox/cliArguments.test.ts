import assert from 'node:assert/strict';
import { assertEvery } from '../../support/assertEvery';
import { groupNames } from '../../../src/sandbox/routes/groups';
import { parseArguments, usage } from '../../../src/sandbox/cliArguments';

describe('The arguments of the sandbox', () => {
  it('have defaults', () => {
    const options = parseArguments([]);
    assert.ok(options !== 'help');
    const { rateLimit, ...rest } = options;
    assertEvery(Object.values({ ...rest, ...rateLimit }), (value) => value === undefined);
  });

  it('are converted to options', () => {
    const args =
      '--port 0 --token t --basic key:sec:ret --servers 9 --now 2026-05-01 --state s.json --fault 500 --fault 502:GET --limit 5 --window 700 --profile hostile --without settings,php --without rebuild';
    assert.deepEqual(parseArguments(args.split(' ')), {
      port: 0,
      token: 't',
      basic: { key: 'key', secret: 'sec:ret' },
      servers: 9,
      day: '2026-05-01',
      stateFile: 's.json',
      faults: ['500', '502:GET'],
      profile: 'hostile',
      without: ['settings', 'php', 'rebuild'],
      rateLimit: { limit: 5, windowMs: 700 },
    });
  });

  it('show the help with precedence over anything else', () => {
    assert.equal(parseArguments(['--port', 'x', '--help']), 'help');
    for (const name of [
      'port',
      'token',
      'basic',
      'servers',
      'now',
      'state',
      'fault',
      'limit',
      'window',
      'profile',
      'without',
    ]) {
      assert.match(usage, new RegExp(`--${name} `));
    }
  });

  it('describe every group that can be left out', () => {
    for (const name of groupNames) assert.match(usage, new RegExp(String.raw`\b${name}\b`));
    assert.ok(usage.split('\n').every((line) => line.length <= 110));
  });

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['--port 65536', /--port must be an integer from 0 to 65535, not "65536"/],
    ['--port=-1', /--port must be an integer/],
    ['--servers many', /--servers must be an integer/],
    ['--now 1746057600', /--now must be a day such as 2026-05-01, not "1746057600"/],
    ['--now 2026-13-01', /--now must be a day/],
    ['--limit 0', /--limit must be an integer from 1/],
    ['--window 1.5', /--window must be an integer/],
    ['--basic key', /--basic must be a key and a secret/],
    ['--token=', /--token must not be empty/],
    ['--state=', /--state must not be empty/],
    ['--profile kind', /--profile must be one of hostile, odd, documented, legacy, not "kind"/],
    ['--without php,color', /--without must be some of .*settings.*, not "color"/],
    ['--without=', /--without must be some of .*, not ""/],
    ['--fault 418', /The fault "418" cannot be read/],
    ['--color red', /--color/],
    ['extra', /extra/],
    ['--port', /--port/],
  ];
  for (const [args, why] of wrong) {
    it(`are rejected as "${args}"`, () => {
      assert.throws(() => parseArguments(args.split(' ')), { message: why });
    });
  }
});
