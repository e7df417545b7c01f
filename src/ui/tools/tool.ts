import type * as z from 'zod';
import type { Core } from '../core';

/** A question to the person before a tool runs. */
export interface Confirmation {
  readonly title: string;
  readonly message: string;
}

/** What a language model may do here. */
export interface Tool<Input extends z.ZodType = z.ZodType> {
  /** What it takes; the manifest states the same, and a test compares them. */
  readonly input: Input;
  /** What is shown while it runs. */
  readonly progress: (input: z.output<Input>) => string;
  /** What the person is asked first; nothing where it does no harm and reveals nothing. */
  readonly confirm?: (core: Core, input: z.output<Input>) => Promise<Confirmation | undefined>;
  /** Runs it; the answer becomes JSON for the model. @throws Error in words for the model. */
  readonly run: (core: Core, input: z.output<Input>, signal: AbortSignal) => Promise<unknown>;
}

/** Defines a tool, keeping the type of its input within. */
export function defineTool<Input extends z.ZodType>(tool: Tool<Input>): Tool {
  return tool;
}
