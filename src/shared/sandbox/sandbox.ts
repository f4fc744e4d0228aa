import { z } from 'zod'

/** The program that separates commands from the rest of the system. */
export const SandboxKind = z.enum(['bubblewrap', 'seatbelt'])
export type SandboxKind = z.infer<typeof SandboxKind>

/** Why commands cannot run in a sandbox here. */
export const SandboxLack = z.enum([
  'no_bubblewrap',
  'no_namespaces',
  'no_filter',
  'no_seatbelt',
  'windows',
  'system',
])
export type SandboxLack = z.infer<typeof SandboxLack>

/** Whether this machine can run commands in a sandbox. `output` holds the words of the program that failed. */
export const SandboxSupport = z.discriminatedUnion('available', [
  z.strictObject({ available: z.literal(true), kind: SandboxKind, proxy: z.boolean() }),
  z.strictObject({ available: z.literal(false), lack: SandboxLack, output: z.string() }),
])
export type SandboxSupport = z.infer<typeof SandboxSupport>

/** Something a command in the sandbox wanted and did not get. `tries` counts the attempts where they are known. */
export const SandboxBlock = z.strictObject({
  what: z.enum([
    'host',
    'write',
    'read',
    'socket',
    'steering',
    'git_setting',
    'unsearched',
    'memory',
    'processes',
  ]),
  name: z.string(),
  tries: z.number().int(),
  /** A rule refuses it, so that nothing can open it. */
  denied: z.exactOptional(z.literal(true)),
})
export type SandboxBlock = z.infer<typeof SandboxBlock>

/** Sandbox permissions of a command, as shown on the card. Paths in the home folder begin with `~`. */
export const SandboxRules = z.strictObject({
  kind: SandboxKind,
  /** Folders it may write besides the project and the temporary folder. */
  writes: z.array(z.string()),
  hides: z.array(z.string()),
  /** Hosts it may reach, `host:port`. */
  hosts: z.array(z.string()),
  network: z.enum(['ask', 'off']),
  memoryMb: z.number().nullable(),
  processes: z.number().nullable(),
  /** The project has more files than were searched for what rules with wildcards hide. */
  searchLimited: z.exactOptional(z.literal(true)),
})
export type SandboxRules = z.infer<typeof SandboxRules>

/** A host a command reached through the proxy. */
export const ReachedHost = z.strictObject({ name: z.string(), connections: z.number().int() })
export type ReachedHost = z.infer<typeof ReachedHost>

/** The permissions of a finished command and its observed activity. */
export const SandboxReceipt = z.strictObject({
  rules: SandboxRules,
  reached: z.array(ReachedHost),
  blocked: z.array(SandboxBlock),
  /** The person let it run once more without the sandbox. */
  outside: z.boolean(),
})
export type SandboxReceipt = z.infer<typeof SandboxReceipt>

/** A check of the self-test. */
export type SandboxCheck = 'project' | 'files' | 'secrets' | 'network' | 'sockets' | 'processes' | 'calls'

/** Sandbox support on this machine, for the settings and the status bar. */
export type SandboxStatus = {
  readonly support: SandboxSupport
  /** Permissions of commands in new chats; null without a sandbox. */
  readonly rules: SandboxRules | null
}

/** The result of the self-test. `addsMs` is the median overhead per command. */
export type SandboxTrial = {
  readonly checks: readonly { readonly check: SandboxCheck; readonly ok: boolean }[]
  readonly addsMs: number
}
