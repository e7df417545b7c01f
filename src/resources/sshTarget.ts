import * as z from 'zod/mini';
import type { SharedValues } from './storage/sharedValues';
import { type ResourceReference, toKey } from './reference';

export interface SshTarget {
  readonly host: string;
  readonly user: string;
  readonly port: number;
}

/** Undefined if address or user name aren't valid: a leading dash would be an option of `ssh`. */
export function toSshTarget(host: unknown, user: string, port: number): SshTarget | undefined {
  const isHost = typeof host === 'string' && /^[a-z0-9]([a-z0-9.:-]*[a-z0-9:])?$/i.test(host);
  const isUser = /^[a-z_][a-z0-9_.-]*\$?$/i.test(user);
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  return isHost && isUser && isPort ? { host, user, port } : undefined;
}

const login = z.object({ user: z.string(), port: z.number() });

export type SshLogin = z.infer<typeof login>;

export class SshLogins {
  readonly #values: SharedValues;

  constructor(values: SharedValues) {
    this.#values = values;
  }

  async of(server: ResourceReference): Promise<SshLogin | undefined> {
    await this.#values.ready();
    const read = login.safeParse(this.#values.get(toValueKey(server)));
    return read.success ? read.data : undefined;
  }

  async choose(server: ResourceReference, chosen: SshLogin): Promise<void> {
    await this.#values.ready();
    await this.#values.change([{ key: toValueKey(server), value: chosen }]);
  }

  async removeAccount(account: string): Promise<void> {
    await this.#values.ready();
    const prefix = toValueKey({ account, kind: 'server', ids: [] });
    const keys = this.#values.list(prefix).map(({ key }) => key);
    await this.#values.change(keys.map((key) => ({ key, value: undefined })));
  }
}

function toValueKey(server: ResourceReference): string {
  return `ssh/${toKey(server)}`;
}
