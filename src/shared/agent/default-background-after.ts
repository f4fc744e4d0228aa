/**
 * How many minutes what agents have found waits for their siblings where nothing was chosen. Long enough for agents that take
 * about as long as each other, which are told of together.
 */
export const DEFAULT_BACKGROUND_AFTER = 2
