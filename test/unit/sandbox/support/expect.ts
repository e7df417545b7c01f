import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import type { Answer, TestService } from './service';

const object = z.record(z.string(), z.unknown());

/** The answer's object; fails the test unless the status is 200. */
export function objectOf(answer: Answer): Record<string, unknown> {
  assert.equal(answer.status, 200, answer.text);
  return object.parse(answer.json);
}

/** The answer's id. */
export function idOf(answer: Answer): number {
  return z.int().parse(objectOf(answer)['id']);
}

const list = z.object({
  data: z.array(object),
  meta: z.object({ pagination: z.object({ total: z.int() }) }),
});

/** All items of a list that fits on one page. */
export async function listOf(
  service: TestService,
  path: string,
): Promise<Record<string, unknown>[]> {
  const answer = await service.call('GET', `${path}?perPage=40`);
  assert.equal(answer.status, 200, answer.text);
  const { data, meta } = list.parse(answer.json);
  assert.equal(meta.pagination.total, data.length, `${path} has more than one page`);
  return data;
}

/** Asserts a refusal with this status, and returns its message. */
export function assertRefused(answer: Answer, status: number): string {
  assert.equal(answer.status, status, answer.text);
  return z.object({ message: z.string().check(z.minLength(1)) }).parse(answer.json).message;
}

/** Asserts a 422 with errors for exactly these fields. */
export function assertInvalid(answer: Answer, ...fields: string[]): void {
  assertRefused(answer, 422);
  const { errors } = z
    .object({
      errors: z.record(z.string(), z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
    })
    .parse(answer.json);
  assert.deepEqual(Object.keys(errors).sort(), fields.sort());
}
