import type { ServerContents } from '../../state/contents';
import type { ServerRecord } from '../../state/server';
import { seedDate } from '../dates';

/** A server of the seed data; its contents are created when they are first requested. */
export interface ServerSeed {
  readonly record: ServerRecord;
  readonly shared?: boolean;
  readonly contents: (serverId: number) => ServerContents;
}

/** A server that is up and healthy, except for the given fields. */
export function serverRecord(
  given: Pick<ServerRecord, 'id' | 'name' | 'ipAddress'> & Partial<ServerRecord>,
): ServerRecord {
  return {
    provider: 'digitalocean',
    stack: 'nginx',
    country_iso_code: 'DE',
    os: 'Ubuntu',
    osVersion: '24.04',
    connected: true,
    online: true,
    agentVersion: '2.9.4',
    phpCLIVersion: 'php83',
    softwareUpdate: false,
    securityUpdate: true,
    transferStatus: 'AVAILABLE',
    created_at: seedDate(10 + given.id),
    tags: [],
    ...given,
  };
}
