import assert from 'node:assert/strict';
import { toZoneLines } from '../../../src/panels/reports/readReport';

describe('DNS records in a zone file', () => {
  it('have full names, and their content unchanged', () => {
    const records = [
      { type: 'A', hostname: 'shop.example.com', content: '203.0.113.10' },
      { type: 'cname', hostname: 'www.shop.example.com.', content: 'shop.example.com' },
      { type: 'TXT', hostname: '_acme.example.com', content: 'a "quoted"; text' },
    ];
    assert.deepEqual(toZoneLines(records), [
      'shop.example.com.\tIN\tA\t203.0.113.10',
      'www.shop.example.com.\tIN\tCNAME\tshop.example.com.',
      String.raw`_acme.example.com.${'\t'}IN${'\t'}TXT${'\t'}"a \"quoted\"; text"`,
    ]);
  });

  it('stay on one line each, even if the service sends line breaks', () => {
    const content = '203.0.113.10\nevil.example.com. IN A 192.0.2.1';
    const [line, ...others] = toZoneLines([{ type: 'A', hostname: 'a.example.com', content }]);
    assert.deepEqual(others, []);
    assert.match(line ?? '', /^a\.example\.com\.\tIN\tA\t"[^\n]*"$/);
  });

  it("are left out if incomplete, and empty if the answer isn't a list", () => {
    assert.deepEqual(toZoneLines([{ type: 'A', hostname: null, content: '' }, 'text', null]), []);
    assert.deepEqual(toZoneLines({ message: 'none' }), []);
  });
});
