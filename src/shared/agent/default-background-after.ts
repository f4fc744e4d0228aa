/**
 * Default minutes that agent results wait for their siblings. Agents of similar duration are still reported
 * together.
 */
export const DEFAULT_BACKGROUND_AFTER = 2
