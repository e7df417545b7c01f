import type { SandboxMiddleware } from '../http/environment';
import { hostileAnswers } from './hostile';
import { oddAnswers } from './odd';
import { documentedAlone, v2Alone } from './partial';

/** How a service can deviate from the reference. */
const middlewares = {
  /** Puts text into its answers that attacks the editor. */
  hostile: hostileAnswers,
  /** Formats its answers differently. */
  odd: oddAnswers,
  /** Offers only the documented endpoints. */
  documented: documentedAlone,
  /** Offers only v2. */
  legacy: v2Alone,
} satisfies Readonly<Record<string, SandboxMiddleware>>;

/** The service's behavior. */
export type Profile = keyof typeof middlewares;

/** The names of all profiles. */
export const profiles = Object.keys(middlewares) as readonly Profile[];

/** The middleware that implements a profile. */
export function middlewareOf(profile: Profile): SandboxMiddleware {
  return middlewares[profile];
}
