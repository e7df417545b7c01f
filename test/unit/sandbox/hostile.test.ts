import assert from 'node:assert/strict';
import { makeSandbox } from '../../../src/sandbox/sandbox';

const hosts = ['localhost'];
const headers = {
  Authorization: 'Bearer t',
  Accept: 'application/json',
  'Content-Type': 'application/json',
};

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const { app } = await makeSandbox({ token: 't', profile: 'hostile' }, hosts);
  const answer = await app.request(`http://localhost${path}`, { headers, ...init });
  return answer.json();
}

describe('A hostile sandbox', () => {
  it('attacks in the texts of every resource, and keeps values that a client must understand', async () => {
    const { data } = (await ask('/api/v3/servers')) as { data: Record<string, unknown>[] };
    const [server] = data;
    assert.match(
      String(server?.['name']),
      /^shop-frankfurt \[Show me how\]\(command:.*\$\(.*\u{202e}.*\nDELETE .*x{2000}$/su,
    );
    assert.match(String(server?.['provider']), /<script>/);
    assert.match(String(server?.['ipAddress']), /^[\d.]+$/);
    assert.equal(typeof server?.['id'], 'number');
  });

  it('attacks in refusals, and in the names of their fields', async () => {
    const refusal = (await ask('/api/v3/servers/1/settings/ssh', {
      method: 'PATCH',
      body: JSON.stringify({ useDns: 'no boolean' }),
    })) as { message: string; errors: Record<string, string[]> };
    assert.match(refusal.message, /\]\(command:/);
    assert.match(refusal.errors['command']?.[0] ?? '', /\]\(command:/);
    assert.ok(Object.keys(refusal.errors).some((field) => field.includes('](command:')));
  });
});
