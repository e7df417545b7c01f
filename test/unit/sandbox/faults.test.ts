import assert from 'node:assert/strict';
import { until } from '../../support/until';
import { runInNewContext } from 'node:vm';
import { Faults } from '../../../src/sandbox/faults/faults';
import {
  faultGrammar,
  FaultSpecError,
  parseFaultSpec,
} from '../../../src/sandbox/faults/faultSpec';
import { assertRefused } from './support/expect';
import { createTestService, type TestService } from './support/service';

describe('A fault specification', () => {
  it('is parsed part by part, in any order', () => {
    const { path, ...rest } = parseFaultSpec('count=2:/api/v3/servers/*:GET:500:latency=30');
    const text = 'count=2:/api/v3/servers/*:GET:500:latency=30';
    assert.deepEqual(rest, { text, count: 2, method: 'GET', status: 500, latency: 30 });
    assert.ok(path?.test('/api/v3/servers/1/webapps') && !path.test('/api/v3/servers'));
  });

  it('matches the dots of a path literally', () => {
    const { path } = parseFaultSpec('404:/a.b');
    assert.ok(path?.test('/a.b') && !path.test('/aXb'));
  });

  it('finds any text for a wildcard, also none, and each piece once', () => {
    const { path } = parseFaultSpec('404:/a*b*ab');
    for (const each of ['/abab', '/a1b2ab', '/aabbabab']) assert.ok(path?.test(each), each);
    for (const each of ['/ab', '/aab', '/a1b2ab3', 'x/abab', '/abaB']) {
      assert.ok(!path?.test(each), each);
    }
  });

  it('takes no longer for many wildcards', () => {
    const { path } = parseFaultSpec(`404:/${'*a'.repeat(12)}*b`);
    const test = (): boolean | undefined => path?.test(`/${'a'.repeat(120)}`);
    // Ends even what would go on for years.
    assert.equal(runInNewContext('test()', { test }, { timeout: 1_000 }), false);
  });

  it('matches the examples of its grammar', () => {
    const examples = faultGrammar.split('Examples: ')[1]?.split('   ') ?? [];
    assert.equal(examples.length, 3);
    for (const example of examples) assert.doesNotThrow(() => parseFaultSpec(example));
  });

  const wrong = [
    ['', /"" is none/],
    ['418', /"418" is none/],
    ['GET:/api', /does not say what happens/],
    ['500:502', /gives the status twice/],
    ['500:latency=soon', /"latency=soon" is none/],
    ['500:after=-1', /"after=-1" is none/],
    ['500:count=0', /"count=0" is none/],
    ['500:count=', /"count=" is none/],
    ['500:probability=2', /"probability=2" is none/],
    ['500:get', /"get" is none/],
  ] as const;
  for (const [text, why] of wrong) {
    it(`is rejected as "${text}", with the reason and the grammar`, () => {
      assert.throws(
        () => parseFaultSpec(text),
        (error) =>
          error instanceof FaultSpecError &&
          why.test(error.message) &&
          error.message.includes(faultGrammar),
      );
    });
  }
});

describe('The sandbox, with faults', () => {
  const path = '/api/v3/ping';
  let service: TestService;
  const statuses = async (count: number, method = 'GET', to = path): Promise<number[]> => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) {
      found.push((await service.call(method, to)).status);
    }
    return found;
  };

  beforeEach(() => {
    service = createTestService();
  });

  for (const status of [401, 403, 404, 422, 429, 500, 502]) {
    it(`answers ${status} with a message`, async () => {
      service.faults.add(String(status));
      const answer = await service.call('GET', path);
      assertRefused(answer, status);
      assert.ok(answer.headers.has('X-RateLimit-Remaining'));
    });
  }

  it('performs a request before its answer is lost, if configured', async () => {
    const nameNow = async (): Promise<unknown> =>
      ((await service.call('GET', '/api/v3/servers/1')).json as { name?: unknown }).name;
    service.faults.add('applied:502:PATCH:count=1');
    const answer = await service.call('PATCH', '/api/v3/servers/1/settings/meta', {
      body: { name: 'Written' },
    });
    assertRefused(answer, 502);
    assert.equal(await nameNow(), 'Written');
    service.faults.add('502:PATCH:count=1');
    await service.call('PATCH', '/api/v3/servers/1/settings/meta', {
      body: { name: 'Not written' },
    });
    assert.equal(await nameNow(), 'Written');
    assert.equal(parseFaultSpec('applied:POST').body, 'reset');
  });

  it('refuses with its own answer, even if a fault should lose the answer', async () => {
    service.faults.add('applied:502:PATCH');
    const answer = await service.call('PATCH', '/api/v3/servers/99/settings/meta', {
      body: { name: 'x' },
    });
    assertRefused(answer, 404);
  });

  it('affects only requests with its method and path', async () => {
    service.faults.add('500:GET:/api/v3/servers/*');
    assert.deepEqual(await statuses(1, 'GET', '/api/v3/servers/1'), [500]);
    assert.deepEqual(await statuses(1, 'GET', '/api/v3/servers'), [200]);
    assert.deepEqual(await statuses(1, 'DELETE', '/api/v3/servers/1'), [200]);
  });

  it('ends after its count of matching requests', async () => {
    service.faults.add('500:GET:count=2');
    assert.deepEqual(await statuses(1, 'PATCH'), [405]);
    assert.deepEqual(await statuses(3), [500, 500, 200]);
    assert.deepEqual(service.faults.list, []);
  });

  it('applies its probability the same way on every run', async () => {
    service.faults.add('500:probability=0.5');
    const first = await statuses(50);
    service = createTestService();
    service.faults.add('500:probability=0.5');
    assert.deepEqual(await statuses(50), first);
    const failed = first.filter((status) => status === 500).length;
    assert.ok(failed > 10 && failed < 40, `${failed} of 50`);
  });

  it('says when to try again only if told to', async () => {
    service.faults.add('500:after=7:count=1');
    service.faults.add('429:count=1');
    const answers = [await service.call('GET', path), await service.call('GET', path)];
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('Retry-After')]),
      [
        [500, '7'],
        [429, null],
      ],
    );
  });

  it('prevents a write', async () => {
    service.faults.add('500:DELETE');
    await service.call('DELETE', '/api/v3/servers/1');
    assert.deepEqual(await statuses(1, 'GET', '/api/v3/servers/1'), [200]);
    assert.equal(service.saves(), 0);
  });

  it('answers HTML and empty bodies, with 200 or the given status', async () => {
    service.faults.add('html:count=1');
    service.faults.add('502:html:count=1');
    service.faults.add('empty:count=1');
    const answers = [
      await service.call('GET', path),
      await service.call('GET', path),
      await service.call('GET', path),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 502, 200],
    );
    assert.match(answers[0]?.headers.get('Content-Type') ?? '', /text\/html/);
    assert.match(answers[1]?.text ?? '', /<html>/);
    assert.equal(answers[2]?.text, '');
  });

  it('answers 50 MB of valid JSON', async () => {
    service.faults.add('huge');
    const { text, json } = await service.call('GET', path);
    assert.ok(text.length > 50 * 1024 * 1024);
    assert.ok(json && typeof json === 'object' && 'message' in json);
  });

  it('delays the true answer, and can combine faults', async () => {
    service.faults.add('latency=30');
    service.faults.add('500:latency=20:count=1');
    const started = performance.now();
    assert.deepEqual(await statuses(1), [500]);
    // Timers may fire up to a millisecond early.
    assert.ok(performance.now() - started >= 49);
    assert.deepEqual(await statuses(1), [200]);
  });

  it('ends delays when faults are cleared', async () => {
    service.faults.add('latency=600000:count=1');
    const waiting = statuses(1);
    await until('the request waits', () => service.faults.list.length === 0);
    service.faults.clear();
    assert.deepEqual(await waiting, [200]);
  });

  it('lists the remaining faults', () => {
    const faults = new Faults();
    faults.add('500:count=3');
    faults.add('latency=1');
    assert.deepEqual(faults.list, [
      { spec: '500:count=3', remaining: 3 },
      { spec: 'latency=1', remaining: null },
    ]);
  });
});
