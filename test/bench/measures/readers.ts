import { listServers } from '../../../src/api/contract/server';
import { collect } from '../../../src/api/paging';
import { clientOf } from '../../support/testClient';

/** Reads the whole list of servers. */
export type Reader = (baseUrl: string) => Promise<readonly unknown[]>;

const concurrency = 4;
const headers = {
  Accept: 'application/json',
  'Content-Type': 'application/json',
  Authorization: 'Bearer bench',
};

interface ListAnswer {
  readonly data: readonly unknown[];
  readonly meta: { readonly pagination: { readonly total_pages: number } };
}

/** Reads the first page, which has the number of pages, and then the others, four at a time. */
async function readPages(read: (page: number) => Promise<ListAnswer>): Promise<unknown[]> {
  const { data, meta } = await read(1);
  const items = [...data];
  let page = 1;
  const worker = async (): Promise<void> => {
    while (page < meta.pagination.total_pages) {
      page += 1;
      const next = await read(page);
      items.push(...next.data);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return items;
}

const toUrl = (baseUrl: string, page: number): string =>
  `${baseUrl}/api/v3/servers?perPage=40&page=${page}`;

/** The same work done with bare requests and by the client. */
export const readers = {
  bare: (baseUrl) =>
    readPages(async (page) => {
      const response = await fetch(toUrl(baseUrl, page), { headers });
      return JSON.parse(await response.text()) as ListAnswer;
    }),
  client: async (baseUrl) => {
    const { items } = await collect(clientOf(baseUrl).pages(listServers, {}));
    return items;
  },
} satisfies Readonly<Record<string, Reader>>;
