import type { DatabaseState, DatabaseUser, SystemUser } from '../../state/contents';
import { seedDate } from '../dates';
import { childId } from '../ids';

/** The user that every server has and that can't be deleted. */
export const mainUser = 'webmaster';

function deploymentKey(serverId: number, username: string): string {
  return `ssh-rsa AAAAexampledeploy${serverId} ${username}@example.com`;
}

/** The system users of a server, starting with the one that can't be deleted. */
export function systemUsers(serverId: number, others: readonly string[] = []): SystemUser[] {
  return [mainUser, ...others].map((username, place) => ({
    id: childId(serverId, place),
    username,
    deploymentKey: place === 1 ? deploymentKey(serverId, username) : null,
    deleteable: username !== mainUser,
    created_at: seedDate(20 + serverId + place),
  }));
}

/** The database users of a server. */
export function databaseUsers(serverId: number, names: readonly string[]): DatabaseUser[] {
  return names.map((username, place) => ({
    id: childId(serverId, place),
    username,
    created_at: seedDate(25 + serverId + place),
  }));
}

/** A database: its name, the indexes of the users with access, and its collation. */
type DatabaseSeed = readonly [name: string, users: readonly number[], collation?: string | null];

/** The databases of a server. */
export function databases(serverId: number, seeds: readonly DatabaseSeed[]): DatabaseState[] {
  return seeds.map(([name, users, collation = 'utf8mb4_unicode_ci'], place) => ({
    record: {
      id: childId(serverId, place),
      name,
      collation,
      created_at: seedDate(25 + serverId + place),
    },
    grantedTo: users.map((user) => childId(serverId, user)),
  }));
}
