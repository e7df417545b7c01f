import assert from 'node:assert/strict';
import { useSandbox } from '../support/hostProbe';
import { copyValue } from '../support/host/copyValue';
import { allTests } from '../support/eachTest';

const domain = { account: 'sandbox', kind: 'domain', ids: [1, 101, 101] };

describe('copying the DNS records of a domain', () => {
  const probe = allTests(useSandbox);
  before(() => probe.call('POST', '/__sandbox/reset'));

  const entry = 'DNS Records…';

  it('copies all of them as a zone file, or a single one, with one request each', async () => {
    await probe.forgetRequests();
    const lines = ((await copyValue([entry, 'All DNS Records'], domain)) ?? '').split('\n');
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? '', /^shop\.example\.com\.\tIN\tA\t[\d.]+$/);
    assert.equal(lines[1], 'www.shop.example.com.\tIN\tCNAME\tshop.example.com.');
    const [, second = ''] = lines;
    assert.equal(await copyValue([entry, second.replaceAll('\t', ' ')], domain), second);
    // The explorer may send other reads meanwhile.
    const paths = (await probe.requests())
      .map(({ method, path }) => `${method} ${path}`)
      .filter((each) => each.endsWith('/dns'));
    const read = 'GET /api/v3/servers/1/webapps/101/domains/101/dns';
    assert.deepEqual(paths, [read, read]);
  });
});
