import type { SandboxMiddleware } from '../environment';
import { Refusal } from '../refusal';

const json = 'application/json';

function mediaTypes(header: string | undefined): string[] {
  return (header ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '');
}

/**
 * Refuses a request without one of the two required headers (API §1). The reference specifies no
 * status for that; 422 is the closest one.
 */
export const requireContentHeaders: SandboxMiddleware = async (context, next) => {
  for (const name of ['Content-Type', 'Accept']) {
    if (!mediaTypes(context.req.header(name)).includes(json)) {
      throw new Refusal(422, `The request must carry the header "${name}: ${json}".`);
    }
  }
  await next();
};
