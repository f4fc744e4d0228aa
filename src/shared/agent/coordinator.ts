/** Who speaks in a chat in coordinator mode: an agent that gives all work to others. */
export const COORDINATOR = 'coordinator'
