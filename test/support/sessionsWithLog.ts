import type { Sessions } from '../../src/accounts/sessions';

const perPage = 40;

/** The sessions of accounts whose logs have this many lines. */
export function sessionsWithLog(length: number, total: number | undefined): Sessions {
  async function* pages() {
    for (let number = 1; number === 1 || (number - 1) * perPage < length; number += 1) {
      const count = Math.min(perPage, length - (number - 1) * perPage);
      const items = Array.from({ length: count }, (_, index) => ({
        created_at: '2026-01-01 00:00:00',
        kind: 'Info',
        content: `line ${(number - 1) * perPage + index + 1}`,
      }));
      yield { number, page: { items, number, total, isLast: number * perPage >= length } };
    }
  }
  return { client: async () => ({ pages }) } as unknown as Sessions;
}
