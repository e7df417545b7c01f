import * as z from 'zod/mini';
import type { SharedValues } from './storage/sharedValues';
import { type ResourceReference, toKey } from './reference';

const login = z.object({ user: z.string(), port: z.number() });

/** Who logs in to a server over SSH, and at which port. */
export type SshLogin = z.infer<typeof login>;

/** The SSH logins that a person chose, by server; kept on this machine. */
export class SshLogins {
  readonly #values: SharedValues;

  constructor(values: SharedValues) {
    this.#values = values;
  }

  /** The chosen login; undefined if there is none. */
  async of(server: ResourceReference): Promise<SshLogin | undefined> {
    await this.#values.ready();
    const read = login.safeParse(this.#values.get(toValueKey(server)));
    return read.success ? read.data : undefined;
  }

  async choose(server: ResourceReference, chosen: SshLogin): Promise<void> {
    await this.#values.ready();
    await this.#values.change([{ key: toValueKey(server), value: chosen }]);
  }

  /** Forgets the logins of a removed account. */
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
