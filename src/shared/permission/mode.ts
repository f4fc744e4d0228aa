import { z } from 'zod'
import { PERMISSION_MODES } from './modes.ts'

/**
 * The permission mode of an agent. `ask` asks before every change. `accept_edits` allows file edits inside
 * the project. `plan` denies every change. `bypass` never asks and is always shown.
 */
export const PermissionMode = z.enum(PERMISSION_MODES)
export type PermissionMode = z.infer<typeof PermissionMode>
