/** Every mode of asking, from the one that asks for most to the one that asks for nothing. */
export const PERMISSION_MODES = ['ask', 'accept_edits', 'plan', 'bypass'] as const
