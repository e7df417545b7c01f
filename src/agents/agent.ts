/** A question that an agent puts to the person. */
export interface Question {
  /** The ids of the accounts in question. */
  readonly about: readonly string[];
  readonly message: string;
  /** Label of the checkbox that says yes. */
  readonly allow: string;
}

/** Who calls a tool. */
export interface Caller {
  /** Its own claim, which proves nothing; empty if it has no name. */
  readonly name: string;
  /** Absent if it can't put a question to the person. */
  readonly asking?: Agent | undefined;
}

/** An agent that can put a question to the person. */
export interface Agent {
  /** Identifies the agent: the person's answer to one agent doesn't apply to others. */
  readonly id: string;
  /** The person's answer; undefined if the agent couldn't ask. */
  elicit(question: Question): Promise<boolean | undefined>;
}
