import { describeErrorIn } from '../../documents/errors/describeError';
import { platform } from '../../platform/platform';

const { hidesWhyRequestsFail } = platform;

/** Describes an error in the editor's language: what happened and what to do next. */
export function describeError(error: unknown): string {
  return describeErrorIn({ hidesWhyRequestsFail }, error);
}
