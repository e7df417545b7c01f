import { isObject } from '../../base/json';
import type { Resource } from '../kinds/kind';

/** The SSH settings that decide who can log in (API §2.8). */
export interface LoginSettings {
  readonly passwordlessLogin?: unknown;
  readonly preventRootLogin?: unknown;
}

export interface Logins {
  readonly settings: LoginSettings;
  readonly users: readonly string[];
  readonly keys: readonly string[];
}

/** Why no one can log in. `unknownSettings`: unless the settings that can't be read allow it. */
export type LoginObstacle = 'noKey' | 'onlyRootHasKey' | 'noOtherUser' | 'unknownSettings';

const rootUser = 'root';

/** True if these settings lock everyone out unless there are suitable keys and users. */
export function areStrict({ passwordlessLogin, preventRootLogin }: LoginSettings): boolean {
  return passwordlessLogin === true || preventRootLogin === true;
}

export function canLogIn(logins: Logins): boolean {
  return findLoginObstacle(logins) === undefined;
}

/** Why no one can log in after a change; undefined if someone can, or no one could before. */
export function findLoginLoss(now: Logins, after: Logins): LoginObstacle | undefined {
  return findLoginObstacle(now) ? undefined : findLoginObstacle(after);
}

/** All possible settings: those that the service doesn't return may be on or off. */
export function possibleSettings(settings: LoginSettings): readonly LoginSettings[] {
  const unknown = (['passwordlessLogin', 'preventRootLogin'] as const).filter(
    (name) => typeof settings[name] !== 'boolean',
  );
  return unknown.reduce<readonly LoginSettings[]>(
    (all, name) => all.flatMap((each) => [each, { ...each, [name]: true }]),
    [settings],
  );
}

export function withoutUsers({ settings, users, keys }: Logins, gone: readonly string[]): Logins {
  const isLeft = (name: string): boolean => !gone.includes(name);
  return { settings, users: users.filter(isLeft), keys: keys.filter(isLeft) };
}

/** A temporary key may end at any time, and one that doesn't name its user matches none. */
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
export function toUserName(user: unknown): string | undefined {
  const name = isObject(user) ? (user['username'] ?? user['name']) : user;
  return typeof name === 'string' ? name : undefined;
}
