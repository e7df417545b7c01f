import assert from 'node:assert/strict';
import { ApiError, type ApiErrorReason } from '../../src/api/errors';

/** The ApiError that the work fails with; fails the test on success or any other error. */
export async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await work.then(
    () => assert.fail('It succeeded, and should have failed.'),
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw error;
}

/** Asserts that the work fails for this reason, and returns the error. */
export async function assertFails(
  work: Promise<unknown>,
  reason: ApiErrorReason,
): Promise<ApiError> {
  const error = await failureOf(work);
  assert.equal(error.reason, reason, error.message);
  return error;
}
