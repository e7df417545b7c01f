import assert from 'node:assert/strict';
import { assertEvery } from '../support/assertEvery';
import { certificatesOf } from '../../src/findings/areas';
import { eventually } from '../support/eventually';
import { allRows } from '../support/host/hostWindow';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';

describe('the servers filtered by certificates', () => {
  const window = eachTest(() => openAccountWindow());
  beforeEach(async () => {
    await window.services.store.all({ account: 'example', kind: 'server', parents: [] });
  });

  const filterBy = (filter: string): Promise<void> =>
    window.services.explorer.sources.options.change({ filter });

  /** The rows of servers, as a person reads them. */
  async function labels(): Promise<readonly string[]> {
    const rows = await allRows(window.services.explorer.servers, () => false);
    return rows.map(({ item }) => (typeof item.label === 'string' ? item.label : ''));
  }

  it('never count as fine before they were checked, and one click checks them', async () => {
    const { length } = await labels();
    await filterBy('ssl:expired');
    assert.deepEqual(await labels(), [`${length} of ${length} not checked`, 'No matches yet']);
    const [first] = await allRows(window.services.explorer.servers, () => false);
    assert.equal(first?.item.command?.command, 'serverManagement.checkNow');
    await filterBy('state:offline');
    assert.ok(!(await labels()).some((label) => label.includes('not checked')));
  });

  /** Reads the same as the background checks, which wait for the window to be focused. */
  async function readCertificates(): Promise<void> {
    const { attention, store } = window.services;
    await attention.checkNow(new AbortController().signal);
    const certificates = certificatesOf(await attention.known());
    await Promise.allSettled(certificates.map((each) => store.read(each)));
  }

  it("are those with a matching certificate, as soon as it's known", async () => {
    const { explorer } = window.services;
    let redrawn = 0;
    explorer.servers.onDidChangeTreeData(() => (redrawn += 1));
    await filterBy('ssl:expired');
    await readCertificates();
    await eventually(async () => {
      const unchecked = (await labels()).filter((label) => label.includes('not checked'));
      assert.deepEqual(unchecked, []);
    });
    const expired = await labels();
    assert.ok(expired.length > 0 && !expired.includes('No matches yet'), expired.join(', '));
    assert.ok(redrawn > 0);
    await filterBy('ssl:9999d');
    const all = await labels();
    assertEvery(expired, (label) => all.includes(label));
    await filterBy(`ssl:expired ${expired[0] ?? ''}`);
    assert.deepEqual(await labels(), [expired[0]]);
  });
});
