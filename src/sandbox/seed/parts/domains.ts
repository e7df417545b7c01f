import type { Certificate, DomainState } from '../../state/webApplication';
import { seedDate } from '../dates';
import { fakeSecret } from '../secrets';

/** A domain of a seeded web application. */
export interface DomainSeed {
  readonly name: string;
  readonly type?: 'primary' | 'alias' | 'redirect';
  readonly redirection?: 'none' | 'www' | 'non-www';
  readonly wildcard?: boolean;
  readonly status?: string | null;
  /** The provider of its certificate; undefined if it has none. */
  readonly ssl?: 'letsencrypt' | 'custom';
  readonly staging?: boolean;
  /** In how many days its certificate ends; otherwise it outlasts any use of the sandbox. */
  readonly endsIn?: number;
}

function certificate(id: number, seed: DomainSeed): Certificate | null {
  if (!seed.ssl) return null;
  const end = seed.endsIn === undefined ? 7_300 + (id % 60) : 300 + seed.endsIn;
  return {
    id,
    method: seed.ssl,
    enableHttp: seed.ssl === 'custom',
    enableHsts: seed.ssl === 'letsencrypt',
    authorizationMethod: seed.wildcard ? 'dns-01' : 'http-01',
    staging: seed.staging ?? false,
    validUntil: seedDate(end),
    renewalDate: seedDate(end - 30),
    privateKey: fakeSecret('privatekey', id),
    certificate: `(the public certificate of ${seed.name})`,
    created_at: seedDate(Math.min(end - 90, 240 + (id % 60))),
  };
}

/** The domains of a web application, with ids starting at the given one. */
export function domains(firstId: number, seeds: readonly DomainSeed[]): DomainState[] {
  return seeds.map((seed, place) => {
    const id = firstId + place;
    return {
      record: {
        id,
        name: seed.name,
        type: seed.type ?? (place === 0 ? 'primary' : 'alias'),
        www: place === 0 ? 1 : 0,
        redirection: seed.redirection ?? 'none',
        wildcard: seed.wildcard ? 1 : 0,
        dns_integration: seed.wildcard ? 'cloudflare' : null,
        status: seed.status === undefined ? 'Active' : seed.status,
        created_at: seedDate(100 + (id % 100)),
      },
      certificate: certificate(id, seed),
    };
  });
}
