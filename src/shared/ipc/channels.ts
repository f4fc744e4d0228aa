/** Window to main: one request, one answer. */
export const CALL_CHANNEL = 'orrery:call'

/** Main to window: a stream of `WindowMessage`. */
export const EVENT_CHANNEL = 'orrery:event'
