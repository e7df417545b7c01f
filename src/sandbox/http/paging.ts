import type { SandboxContext } from './environment';
import { Refusal } from './refusal';

/** The largest page (API §4 rule 1, §8). */
const maximumPageSize = 40;

/** The requested page of a list. */
interface PageQuery {
  /** Starts at 1. */
  readonly page: number;
  readonly perPage: number;
}

/** A page of a list (API §4 endpoint 5). */
interface Page<T> {
  readonly data: T[];
  readonly meta: {
    readonly pagination: {
      readonly total: number;
      readonly count: number;
      readonly per_page: number;
      readonly current_page: number;
      readonly total_pages: number;
      readonly links: { readonly previous?: string; readonly next?: string };
    };
  };
}

function integerParameter(context: SandboxContext, name: string): number | undefined {
  const text = context.req.query(name);
  if (text === undefined) return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/**
 * Parses `page` and `perPage`.
 *
 * @throws {Refusal} 422 if one of them isn't an integer or is out of bounds: the reference
 * specifies a maximum of 40 and doesn't say what happens beyond it.
 */
export function readPageQuery(context: SandboxContext, defaultSize: number): PageQuery {
  const page = integerParameter(context, 'page') ?? 1;
  const perPage = integerParameter(context, 'perPage') ?? defaultSize;
  const errors: Record<string, string[]> = {};
  if (page < 1) errors['page'] = ['Must be an integer from 1.'];
  if (perPage < 1 || perPage > maximumPageSize) {
    errors['perPage'] = [`Must be an integer from 1 to ${maximumPageSize}.`];
  }
  if (Object.keys(errors).length > 0) {
    throw new Refusal(422, 'The given data was invalid.', errors);
  }
  return { page, perPage };
}

/** The items of one page. */
export function slicePage<T>(items: readonly T[], { page, perPage }: PageQuery): T[] {
  return items.slice((page - 1) * perPage, page * perPage);
}

function linkTo(url: string, page: number): string {
  const link = new URL(url);
  link.searchParams.set('page', String(page));
  return link.href;
}

/** A page of a list with its `meta`; the links are derived from `url`, the request's. */
export function toPage<T>(items: readonly T[], query: PageQuery, url: string): Page<T> {
  const data = slicePage(items, query);
  const totalPages = Math.max(1, Math.ceil(items.length / query.perPage));
  return {
    data,
    meta: {
      pagination: {
        total: items.length,
        count: data.length,
        per_page: query.perPage,
        current_page: query.page,
        total_pages: totalPages,
        links: {
          ...(query.page > 1 && { previous: linkTo(url, query.page - 1) }),
          ...(query.page < totalPages && { next: linkTo(url, query.page + 1) }),
        },
      },
    },
  };
}

/** Answers with the requested page of a list. */
export function answerPage(
  context: SandboxContext,
  items: readonly object[],
  defaultSize: number,
): Response {
  return context.json(toPage(items, readPageQuery(context, defaultSize), context.req.url));
}

/** Answers with a bare array: whole, unless a page of it is requested (API §4 rule 1). */
export function answerArray(context: SandboxContext, items: readonly unknown[]): Response {
  const { page, perPage } = context.req.query();
  if (page === undefined && perPage === undefined) return context.json(items);
  return context.json(slicePage(items, readPageQuery(context, maximumPageSize)));
}
