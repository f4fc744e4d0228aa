import { z } from 'zod'
import { PERMISSION_MODES } from './modes.ts'

/**
 * How much an agent may do without asking. `ask` asks for every change, `accept_edits` lets file edits inside
 * the project through, `plan` refuses every change, `bypass` asks for nothing and is always shown.
 */
export const PermissionMode = z.enum(PERMISSION_MODES)
export type PermissionMode = z.infer<typeof PermissionMode>
