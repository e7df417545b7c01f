import type { Account } from '../../accounts/account';
import type { Link } from '../../resources/link';
import type { AgreedServices, ToolServices } from './tool';

/** Anything with an account. */
interface Place {
  readonly account: string;
}

/** Narrows services to the accounts that were agreed to. */
export function agreedServices(
  { t, formats, client, editor, search, findings, allowsProduction }: ToolServices,
  accounts: readonly Account[],
  link: Link | undefined,
): AgreedServices {
  const ids = accounts.map(({ id }) => id);
  const isAgreed = ({ account }: Place): boolean => ids.includes(account);
  /** @throws Error if it's in another account, which the model learns nothing of. */
  const agreed = <T extends Place>(place: T): T => {
    if (isAgreed(place)) return place;
    throw new Error(`There is no account "${place.account}".`);
  };
  return {
    t,
    formats,
    accounts,
    link,
    allowsProduction,
    client: {
      readWhole: async (reference, options) => client.readWhole(agreed(reference), options),
      page: async (collection, page, options) => client.page(agreed(collection), page, options),
    },
    editor: {
      stages: (count) => editor.stages(count),
      open: async (reference) => editor.open(agreed(reference)),
      propose: async (proposed, reason) => {
        for (const { reference } of proposed) agreed(reference);
        return editor.propose(proposed, reason);
      },
    },
    search: async (query) =>
      (await search(query, ids)).filter(({ reference }) => isAgreed(reference)),
    findings: async () => {
      const known = await findings(ids);
      return { ...known, findings: known.findings.filter(({ target }) => isAgreed(target)) };
    },
  };
}
