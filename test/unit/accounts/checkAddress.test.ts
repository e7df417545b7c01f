import assert from 'node:assert/strict';
import { checkAddress } from '../../../src/accounts/checkAccount';
import { type RecordingServer, sendJson, startRecordingServer } from '../../support/httpServer';
import { assertEvery } from '../../support/assertEvery';

describe('Checking an address', () => {
  let service: RecordingServer;
  let statuses: Record<string, number>;
  let page: string | undefined;

  beforeEach(async () => {
    statuses = {};
    page = undefined;
    service = await startRecordingServer(({ target }, response) => {
      const status = statuses[target] ?? 401;
      if (page === undefined) return sendJson(response, { message: 'Who are you?' }, status);
      response.writeHead(status, { 'Content-Type': 'text/html' });
      response.end(page);
    });
  });

  afterEach(() => service.close());

  it('sends the headers that every request must carry', async () => {
    await checkAddress(service.url);
    assertEvery(
      service.requests,
      ({ headers }) =>
        headers['content-type'] === 'application/json' && headers['accept'] === 'application/json',
    );
  });

  it("doesn't accept it if the word pong is only a part of the message", async () => {
    await service.close();
    service = await startRecordingServer((_request, response) =>
      sendJson(response, { message: 'Welcome to Pong Arcade' }),
    );
    const problem = await checkAddress(service.url);
    assert.deepEqual(problem?.flaw, { type: 'noPong' });
  });

  it('accepts it if one version answers', async () => {
    statuses['/api/v3/ping'] = 404;
    assert.equal(await checkAddress(service.url), undefined);
  });

  it('accepts it if ping is answered without credentials', async () => {
    await service.close();
    service = await startRecordingServer((_request, response) =>
      sendJson(response, { message: 'Pong!' }),
    );
    assert.equal(await checkAddress(service.url), undefined);
  });

  it('says what answers there rather than that one version is missing', async () => {
    await service.close();
    service = await startRecordingServer(({ target }, response) =>
      target.includes('/v3/')
        ? sendJson(response, {}, 404)
        : response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Welcome</html>'),
    );
    const problem = await checkAddress(service.url);
    assert.deepEqual([problem?.reason, problem?.flaw], ['contract', { type: 'webPage' }]);
  });

  it("doesn't mistake a protected web page for the API", async () => {
    page = '<html>Sign in</html>';
    assert.equal((await checkAddress(service.url))?.reason, 'contract');
  });
});
