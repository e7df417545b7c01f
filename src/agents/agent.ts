export interface Question {
  readonly about: readonly string[];
  readonly message: string;
  readonly allow: string;
}

export interface Caller {
  /** Its own claim, which proves nothing; empty if it has no name. */
  readonly name: string;
  /** Absent if it can't put a question to the person. */
  readonly asking?: Agent | undefined;
}

export interface Agent {
  /** Identifies the agent: the person's answer to one agent doesn't apply to others. */
  readonly id: string;
  /** The person's answer; undefined if the agent couldn't ask. */
  elicit(question: Question): Promise<boolean | undefined>;
}
