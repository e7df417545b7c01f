import { describeErrorIn } from '../../documents/errors/describeError';
import { platform } from '../../platform/platform';

const { hidesWhyRequestsFail } = platform;

export function describeError(error: unknown): string {
  return describeErrorIn({ hidesWhyRequestsFail }, error);
}
