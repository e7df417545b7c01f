import { isObject } from '../../base/json';
import type { Resource } from '../kinds/kind';

/** The SSH settings that decide who can log in (API §2.8). */
export interface LoginSettings {
  readonly passwordlessLogin?: unknown;
  readonly preventRootLogin?: unknown;
}

/** Who can log in to a server, and how. */
export interface Logins {
  readonly settings: LoginSettings;
  /** Names of the system users; root always exists, listed or not. */
  readonly users: readonly string[];
  /** Names of the users that have SSH keys. */
  readonly keys: readonly string[];
}

/** Why nobody can log in. */
export type LoginObstacle = 'noKey' | 'onlyRootHasKey' | 'noOtherUser';

const rootUser = 'root';

/** Whether these settings could lock everyone out, whatever keys and users exist. */
export function areStrict({ passwordlessLogin, preventRootLogin }: LoginSettings): boolean {
  return passwordlessLogin === true || preventRootLogin === true;
}

/** Why nobody can log in after a change; undefined if someone can, or nobody could before. */
export function findLoginLoss(now: Logins, after: Logins): LoginObstacle | undefined {
  return findLoginObstacle(now) ? undefined : findLoginObstacle(after);
}

/** The logins left after deleting users, whose keys go with them. */
export function withoutUsers({ settings, users, keys }: Logins, gone: readonly string[]): Logins {
  const isLeft = (name: string): boolean => !gone.includes(name);
  return { settings, users: users.filter(isLeft), keys: keys.filter(isLeft) };
}

/**
 * Users with reliable keys: a temporary key may end at any time, and one that doesn't name its user
 * can't be matched with the existing users.
 */
export function usersOfKeys(keys: readonly Resource[]): string[] {
  return keys
    .filter(({ temporary }) => temporary !== true && temporary !== 1)
    .flatMap(({ user, username }) => toUserName(user ?? username) ?? []);
}

function findLoginObstacle({ settings, users, keys }: Logins): LoginObstacle | undefined {
  const isRootOut = settings.preventRootLogin === true;
  const others = users.filter((name) => name !== rootUser);
  if (isRootOut && others.length === 0) return 'noOtherUser';
  if (settings.passwordlessLogin !== true) return undefined;
  if (keys.some((name) => others.includes(name))) return undefined;
  if (!keys.includes(rootUser)) return 'noKey';
  return isRootOut ? 'onlyRootHasKey' : undefined;
}

/** A key's user: a name, or an object with a name (observed; the form isn't certain). */
function toUserName(user: unknown): string | undefined {
  const name = isObject(user) ? (user['username'] ?? user['name']) : user;
  return typeof name === 'string' ? name : undefined;
}
