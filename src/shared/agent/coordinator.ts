/** The agent of a chat in coordinator mode. It delegates all work to subagents. */
export const COORDINATOR = 'coordinator'
