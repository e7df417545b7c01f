/** A question that an agent puts to the person. */
export interface Question {
  /** The ids of the accounts that it's about. */
  readonly about: readonly string[];
  readonly message: string;
  /** The label of the yes. */
  readonly allow: string;
}

/** An agent that can put a question to the person. */
export interface Agent {
  /** Tells it from others: what the person says to one is said to no other. */
  readonly id: string;
  /** The person's answer; undefined if the agent couldn't ask. */
  elicit(question: Question): Promise<boolean | undefined>;
}
