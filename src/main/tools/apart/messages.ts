import { z } from 'zod'
import { ErrorCode } from '#shared/error-data.ts'
import type { AgentId, BlobId, CallId, RunId, SessionId } from '#shared/ids.ts'
import type { SandboxRules } from '#shared/sandbox/sandbox.ts'
import type { CommandFiles } from '#shared/session/command-files.ts'
import type { KeptOutput, StoredOutput } from '#shared/session/stored-output.ts'
import type { EnteredSandbox, SandboxedStart, SandboxLeft } from '../bash/sandboxed.ts'
import type { BeforeChange } from '../files/file-change.ts'
import type { PdfPages } from '../read/pdf.ts'
import type { FileStamp, SandboxDecision, SandboxWish, Standing, ToolPlan, ToolResult } from '../tool.ts'

/** A message to the tools process. It is the app's own, so it trusts them. */
export type ToTools =
  | {
      readonly type: 'call'
      readonly id: number
      readonly verb: 'plan' | 'run'
      readonly tool: string
      readonly args: unknown
      readonly place: {
        readonly sessionId: SessionId
        readonly runId: RunId
        readonly agentId: AgentId
        readonly callId: CallId
        readonly root: string
      }
      readonly standing: readonly Omit<Standing, 'used'>[]
      readonly seen: readonly (readonly [string, FileStamp])[]
      readonly fresh: ToolPlan | null
    }
  | { readonly type: 'abort'; readonly id: number }
  /** The answer to a request of a running call. */
  | { readonly type: 'answer'; readonly ask: number; readonly value: unknown }
  | { readonly type: 'refuse'; readonly ask: number; readonly problem: WireError }

/** An error that crosses between processes. */
export type WireError = z.infer<typeof WireError>
export const WireError = z.strictObject({ code: ErrorCode, message: z.string() })

/**
 * Requests to the parent during a call: recording files before and after a change, and storing long output.
 */
const Wish = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('beforeChange'),
    next: z.custom<Parameters<BeforeChange>[1]>(isRecord),
  }),
  z.strictObject({ what: z.literal('settle'), change: z.number() }),
  z.strictObject({ what: z.literal('environment') }),
  z.strictObject({ what: z.literal('beforeCommand') }),
  z.strictObject({ what: z.literal('afterCommand'), command: z.number() }),
  z.strictObject({ what: z.literal('enterSandbox'), command: z.custom<SandboxedStart>(isRecord) }),
  z.strictObject({
    what: z.literal('leaveSandbox'),
    entered: z.number(),
    output: z.string(),
    failed: z.boolean(),
  }),
  z.strictObject({ what: z.literal('describeSandbox') }),
  z.strictObject({ what: z.literal('approveOutside'), ask: z.custom<SandboxWish>(isRecord) }),
  z.strictObject({ what: z.literal('keepOutput'), text: z.string() }),
  z.strictObject({ what: z.literal('findOutput'), name: z.string() }),
  z.strictObject({ what: z.literal('readPdf'), bytes: z.custom<Uint8Array>(isBytes) }),
  z.strictObject({
    what: z.literal('putBytes'),
    bytes: z.custom<Uint8Array>(isBytes),
    mime: z.string(),
  }),
])
export type Wish = z.infer<typeof Wish>

/** The same as `EnteredSandbox`, with a number in place of the function. */
export type EnteredWire =
  | Exclude<EnteredSandbox, { how: 'inside' }>
  | (Omit<Extract<EnteredSandbox, { how: 'inside' }>, 'leave' | 'dial'> & { readonly entered: number })

/** The answer to such a request. */
export type Granted =
  | { readonly environment: Readonly<Record<string, string>> }
  | { readonly change: number }
  | { readonly command: number }
  | { readonly files: CommandFiles }
  | { readonly sandbox: EnteredWire }
  | { readonly left: SandboxLeft }
  | { readonly rules: SandboxRules | null }
  | { readonly decision: SandboxDecision }
  | { readonly kept: KeptOutput }
  | { readonly pages: PdfPages }
  | { readonly output: StoredOutput | null }
  | BlobId
  | null

/** A message of the tools process. */
export const FromTools = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('done'),
    id: z.number(),
    value: z.custom<ToolPlan | ToolResult>(isRecord),
  }),
  z.strictObject({ type: z.literal('failed'), id: z.number(), problem: WireError }),
  z.strictObject({ type: z.literal('progress'), id: z.number(), text: z.string() }),
  z.strictObject({
    type: z.literal('noted'),
    id: z.number(),
    path: z.string(),
    stamp: z.custom<FileStamp>(isRecord),
  }),
  /** A command runs: it stands among the processes, and is ended with the one that has started it. */
  z.strictObject({
    type: z.literal('started'),
    id: z.number(),
    program: z.number(),
    pid: z.number(),
    mark: z.string().nullable(),
    command: z.string(),
  }),
  z.strictObject({ type: z.literal('over'), id: z.number(), program: z.number() }),
  z.strictObject({ type: z.literal('ask'), id: z.number(), ask: z.number(), wish: Wish }),
])
export type FromTools = z.infer<typeof FromTools>

function isBytes(value: unknown): boolean {
  return value instanceof Uint8Array
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
