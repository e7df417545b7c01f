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
}

function certificate(id: number, seed: DomainSeed): Certificate | null {
  if (!seed.ssl) return null;
  return {
    id,
    method: seed.ssl,
    enableHttp: seed.ssl === 'custom',
    enableHsts: seed.ssl === 'letsencrypt',
    authorizationMethod: seed.wildcard ? 'dns-01' : 'http-01',
    staging: seed.staging ?? false,
    // Staging certificates have expired; the others outlast any use of the sandbox.
    validUntil: seedDate((seed.staging ? 390 : 7_300) + (id % 60)),
    renewalDate: seedDate((seed.staging ? 360 : 7_270) + (id % 60)),
    privateKey: fakeSecret('privatekey', id),
    certificate: `(the public certificate of ${seed.name})`,
    created_at: seedDate(300 + (id % 60)),
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
