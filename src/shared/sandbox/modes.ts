/**
 * Whether commands run in the sandbox: `auto` where the system has one, except in full access; `on` always, and where it
 * cannot run, commands ask; `off` never.
 */
export const SANDBOX_MODES = ['auto', 'on', 'off'] as const
