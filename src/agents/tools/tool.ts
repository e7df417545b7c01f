import type * as z from 'zod/mini';
import type { Account } from '../../accounts/account';
import type { Sessions } from '../../accounts/sessions';
import type { ForeignText } from '../../base/foreignText';
import type { Finding } from '../../findings/finding';
import type { Found } from '../../resources/index/resourceIndex';
import type { Link } from '../../resources/link';
import type { ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';

export interface ToolServices {
  readonly sessions: Pick<Sessions, 'accounts' | 'redact'>;
  readonly client: Pick<ResourceClient, 'readWhole' | 'page'>;
  readonly editor: ProposalEditor;
  /** The names of a resource's account and ancestors, outermost first, and its own. */
  readonly trailOf: (reference: ResourceReference) => Promise<readonly ForeignText[]>;
  readonly search: (query: string, accounts: readonly string[]) => Promise<readonly Found[]>;
  readonly findings: (accounts: readonly string[]) => Promise<KnownFindings>;
  readonly allowsProduction: (account: Account) => boolean;
  /** If the workspace is trusted. Anything may change it at any time: read once for each call. */
  readonly linked: () => Link | undefined;
  readonly describeError: (error: unknown) => string;
}

/** Nothing of any account but those that the person agreed to. */
export interface AgreedServices extends Pick<
  ToolServices,
  'client' | 'editor' | 'allowsProduction'
> {
  readonly accounts: readonly Account[];
  readonly link: Link | undefined;
  readonly search: (query: string) => Promise<readonly Found[]>;
  readonly findings: () => Promise<KnownFindings>;
}

export interface KnownFindings {
  readonly findings: readonly (Finding & { readonly about: string })[];
  readonly checked: readonly {
    readonly area: string;
    readonly checked: number;
    readonly total: number;
  }[];
}

export interface ProposedText {
  readonly reference: ResourceReference;
  readonly text: string;
}

export interface ProposalEditor {
  /** Opens a resource's document without showing it. @throws Error if it can't be read. */
  open(
    reference: ResourceReference,
  ): Promise<{ readonly text: string; readonly hasUnsavedChanges: boolean }>;
  /** False if this many proposals are shown in their document instead. */
  stages(count: number): boolean;
  /** Nothing is sent. `taken`: not staged, because changes to the same fields already are. */
  propose(proposed: readonly ProposedText[], reason: string): Promise<'shown' | 'staged' | 'taken'>;
}

interface ToolConfirmation {
  readonly title: string;
  readonly message: string;
}

export interface Tool<Input extends z.ZodMiniType = z.ZodMiniType> {
  readonly input: Input;
  /** Undefined if it's about all. @throws Error with a message for the model. */
  readonly accounts: (
    input: z.output<Input>,
    link: Link | undefined,
  ) => readonly string[] | undefined;
  readonly progress: (input: z.output<Input>) => string;
  /** The confirmation; undefined if the call does no harm and reveals nothing. */
  readonly confirm?: (
    services: ToolServices,
    input: z.output<Input>,
    link: Link | undefined,
  ) => Promise<ToolConfirmation | undefined>;
  /** Runs it; the result becomes JSON for the model. @throws Error with a message for the model. */
  readonly run: (
    services: AgreedServices,
    input: z.output<Input>,
    signal: AbortSignal,
  ) => Promise<unknown>;
}

export function defineTool<Input extends z.ZodMiniType>(tool: Tool<Input>): Tool {
  return tool;
}

/** The given or linked account, or all: for tools that search everywhere otherwise. */
export function oneOrAll(
  { account }: { readonly account?: string | undefined },
  link: Link | undefined,
): readonly string[] | undefined {
  const id = account ?? link?.account;
  return id === undefined ? undefined : [id];
}

export const pageSize = 25;
