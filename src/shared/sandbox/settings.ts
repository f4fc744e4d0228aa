import { z } from 'zod'
import { SANDBOX_MODES } from './modes.ts'

export const SandboxMode = z.enum(SANDBOX_MODES)
export type SandboxMode = z.infer<typeof SandboxMode>

/** `[sandbox]` of the user's settings. Paths may begin with `~`. */
export const SandboxTable = z.strictObject({
  mode: z.exactOptional(SandboxMode),
  /** `ask`: a host that no rule names is put to the person. `off`: no host is reachable. */
  network: z.exactOptional(z.enum(['ask', 'off'])),
  /** More folders that commands may write. */
  write: z.exactOptional(z.array(z.string().min(1))),
  /** More folders and files that commands do not see. */
  hide: z.exactOptional(z.array(z.string().min(1))),
  /** Folders and files with secrets that commands may see nevertheless. */
  show: z.exactOptional(z.array(z.string().min(1))),
  /** The most memory of one program, in MiB. */
  memoryMb: z.exactOptional(z.number().int().min(256)),
  /** The most programs and threads of one command. */
  processes: z.exactOptional(z.number().int().min(32)),
})
export type SandboxTable = z.infer<typeof SandboxTable>

/** Sandbox settings of a project file; they can only restrict. */
export const ProjectSandboxTable = z.strictObject({
  mode: z.exactOptional(z.literal('on')),
  network: z.exactOptional(z.literal('off')),
  hide: z.exactOptional(z.array(z.string().min(1))),
  memoryMb: z.exactOptional(z.number().int().min(256)),
  processes: z.exactOptional(z.number().int().min(32)),
})
export type ProjectSandboxTable = z.infer<typeof ProjectSandboxTable>
