import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { foreign } from '../../../src/base/foreignText';
import { deploymentKind } from '../../../src/resources/kinds/deployment';
import { gitRepositoryKind } from '../../../src/resources/kinds/gitRepository';
import type { Resource } from '../../../src/resources/kinds/kind';
import { toMissing } from '../../../src/resources/readSubstitutes';

function words(resource: Resource): readonly unknown[] {
  const { description, icon } = gitRepositoryKind.present(resource);
  return [String(description), icon?.id];
}

describe('The row of a git repository', () => {
  const own = { id: 1, branch: 'main', repositoryData: { repo: 'shop/web' } };

  it('says that none is connected', () => {
    assert.deepEqual(words({ message: 'none' }), ['Not connected', undefined]);
  });

  it('shows the branch and the repository, or the state of the last deployment with its icon', () => {
    assert.deepEqual(words(own), ['main · shop/web', undefined]);
    const after = (status: unknown): readonly unknown[] =>
      words({ ...own, latestDeployment: { id: 1, status } });
    assert.deepEqual(after('DEPLOYING'), ['main · deploying', 'sync']);
    assert.deepEqual(after('COMPLETED'), ['main · deployed', 'pass']);
    assert.deepEqual(after('FAILED'), ['main · deployment failed', 'error']);
    assert.deepEqual(after('QUEUED'), ['main · QUEUED', undefined]);
    assert.deepEqual(after(null), ['main · shop/web', undefined]);
  });

  it('shows the same states on deployments', () => {
    const { description, icon } = deploymentKind.present({
      id: 1,
      hashShort: 'abc',
      status: 'FAILED',
      message: 'Broken',
    });
    assert.deepEqual([String(description), icon?.id], ['deployment failed · Broken', 'error']);
  });
});

describe('A failed read of a resource that may not exist', () => {
  function refusal(status: number, message?: string): ApiError {
    const reasons = { 400: 'invalid', 404: 'unsupported', 405: 'unsupported', 403: 'forbidden' };
    const reason = reasons[status as 400] as 'invalid';
    const serviceMessage = message === undefined ? undefined : foreign(message);
    return new ApiError(reason, { method: 'GET', path: '' }, '', { status, serviceMessage });
  }

  it("means that it doesn't exist if the service returns its own message, or another 4xx", () => {
    const message = 'The web application has no git repository.';
    assert.deepEqual(toMissing(refusal(404, message), false), { message });
    assert.deepEqual(toMissing(refusal(400, 'No.'), false), { message: 'No.' });
  });

  it("means that it isn't offered if the service doesn't know the path", () => {
    for (const text of ['The requested resource is unavailable.', 'Not Found', undefined]) {
      assert.equal(toMissing(refusal(404, text), false), undefined);
    }
    assert.equal(toMissing(refusal(405, 'The GET method is not supported.'), true), undefined);
  });

  it("means that it doesn't exist if the service has answered such a read before", () => {
    assert.deepEqual(toMissing(refusal(404, 'Not Found'), true), { message: 'Not Found' });
  });

  it("means neither if access was denied or the failure isn't a refusal", () => {
    assert.equal(toMissing(refusal(403, 'Forbidden'), true), undefined);
    assert.equal(toMissing(new Error('other'), true), undefined);
  });
});
