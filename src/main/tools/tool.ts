import type { z } from 'zod'
import type { AgentId, BlobId, CallId, ModelRef, RunId, SessionId } from '#shared/ids.ts'
import type { SamplingAnswer, SamplingRequest } from '#shared/mcp/sampling.ts'
import type { FormAnswer, ServerForm } from '#shared/mcp/server-form.ts'
import type { GuardedPlace } from '#shared/permission/guard.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { Permission, PermissionRule } from '#shared/permission/rule.ts'
import type { ProposedPlan } from '#shared/plan/parse-plan.ts'
import type { StepStatus } from '#shared/plan/plan.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import type { ApprovalPreview } from '#shared/session/interactions/interaction.ts'
import type { Question } from '#shared/session/interactions/question.ts'
import type { TokenCounts } from '#shared/session/message.ts'
import type { NoteChange, SessionNote } from '#shared/session/notes/note.ts'
import type { KeptOutput, StoredOutput } from '#shared/session/stored-output.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import { problemWords } from './problem-words.ts'
import { withPlainValues } from './reading/mend-value.ts'

/**
 * One thing a call is about to do. A call has one or more acts, and the strictest verdict over all of them
 * holds.
 */
export type ToolAct = {
  /** `read` never changes anything, `edit` changes a file, `execute` starts a program, `remember` keeps words for later chats. */
  readonly access: 'read' | 'edit' | 'execute' | 'remember'
  /** The text that rules are matched against: one simple command, or a path relative to the project. */
  readonly target: string
  /** True when it reaches outside the project folder, where even reading asks. */
  readonly outside: boolean
  /** The rule that would let such an act through from now on, or null when none should be remembered. */
  readonly proposedRule: PermissionRule | null
  /** Another tool that does the same. What rules refuse to it they refuse to this act. */
  readonly alsoTool?: string
  /** Other readings of the target, which refusals are matched against too: what `sudo` or `env` would start. */
  readonly alsoMatches?: readonly string[]
  /** Why the target may not be all that happens. Then no pattern lets it through. */
  readonly unsure?: string
  /**
   * The word that makes a command start programs or write files. A rule with a wildcard allows that only if its own
   * words name it.
   */
  readonly exactOnly?: string
  /** Words of its arguments that may be programs, in lower case. A rule that refuses one of them asks. */
  readonly mentions?: readonly string[]
  /** Files that a command names and may change. Rules about editing them are about the command too. */
  readonly changes?: NamedChanges
  /**
   * Places it would read or change that steer the app, git, agents or other programs, and what its repository makes
   * git start.
   */
  readonly guards?: readonly GuardedPlace[]
  /**
   * It is done by a program that is no part of the app, such as an MCP server: the sandbox of commands does not hold it,
   * and only the person says whether it reads.
   */
  readonly external?: {
    readonly onlyReads: boolean
    readonly ruleNames: readonly string[]
    /** The reason for a question; missing for a tool of an MCP server. */
    readonly reason?: string
  }
  /** It would take the place of what the person wrote themselves. Then no earlier answer lets it through. */
  readonly overPerson?: true
  /** Files and folders that a command names or is fed. Rules that refuse reading one of them refuse the act. */
  readonly names?: readonly NamedPath[]
  /** Folders that a command searches or copies with everything in them. */
  readonly searches?: readonly SearchedFolder[]
}

/** A folder whose files a command may read without naming them; `hidden` with those whose names begin with a dot. */
export type SearchedFolder = { readonly path: string; readonly hidden: boolean }

/** A path relative to the project, or absolute. With `pattern` it is a file pattern of the shell. */
export type NamedPath = { readonly path: string; readonly pattern: boolean }

/** Named files that a program is known to change, or may change since it is not known. */
export type NamedChanges = {
  readonly certainty: 'writes' | 'may'
  readonly names: readonly NamedPath[]
  /** Folders in which it may change any file. Missing where that are all it names. */
  readonly folders?: readonly string[]
}

/** The real place of a path. `absolute` is canonical; `shown` is relative to the project when inside it. */
export type ToolPlace = { readonly absolute: string; readonly shown: string; readonly outside: boolean }

/** The acts for the rules, the preview for the person's eyes, and the one place the call is about where it has one. */
export type ToolPlan = {
  readonly acts: readonly ToolAct[]
  readonly preview: ApprovalPreview
  readonly place?: ToolPlace
  /** A fingerprint of what acts and preview do not show whole, such as all bytes of a change. */
  readonly seal?: string
}

/** The state of a file when it was read, to notice that it changed since. */
export type FileStamp = { readonly mtimeMs: number; readonly size: number; readonly sha256: string }

/** The files this session's agent has read, by canonical path: an edit needs a read that is still true. */
export type ReadLedger = {
  readonly seen: (path: string) => FileStamp | null
  readonly note: (path: string, stamp: FileStamp) => void
  readonly all: () => readonly (readonly [string, FileStamp])[]
}

/** A ledger from which can be taken what its agent sees no longer. */
export type SessionLedger = ReadLedger & {
  /** Forgets every file but these, by canonical path. */
  readonly keepOnly: (paths: ReadonlySet<string>) => void
}

/** Keeps pictures and other files that go along with an answer. */
export type ToolBlobs = {
  readonly putBytes: (bytes: Uint8Array, mime: string) => Promise<BlobId>
}

/** The outputs of the chat of a call, which its agent can read again by name. */
export type ToolOutputs = {
  /** Keeps a text that is too long for an answer. */
  readonly keep: (text: string) => Promise<KeptOutput>
  /** Finds an output by its name; null when the chat has none of this name. */
  readonly find: (name: string) => Promise<StoredOutput | null>
}

/** The notes of the session. Throws an `AppError` for what may not be kept. */
export type ToolNotes = {
  readonly all: () => readonly SessionNote[]
  readonly set: (change: NoteChange) => void
}

/** The facts by which a call is judged. */
export type Standing = {
  readonly mode: PermissionMode
  /** Lists of rules, one for each place they come from. In a list the last match wins, between them the strictest. */
  readonly rules: readonly (readonly PermissionRule[])[]
  /** The earlier permissions of the person. A grant answers a question; it never lifts a refusal. */
  readonly grants: readonly PermissionRule[]
  /** Called with the grants that let something through; missing where uses are not counted. */
  readonly used?: (grants: readonly PermissionRule[]) => void
  /** The home folder, for rules that begin with `~`. */
  readonly home: string
  /** The settings of the sandbox in force; missing where nothing runs in one. */
  readonly sandbox?: SandboxTable
  /** Commands run in the sandbox, which holds them inside the project. */
  readonly sandboxed?: true
  /** Whether commands that surely only read run unasked inside the project, in modes that ask for other commands. */
  readonly readsUnasked?: boolean
  /** The extra folders of the chat, which count as a part of the project. Absolute paths without links. */
  readonly folders?: readonly string[]
}

/** A request of an MCP server to a model. `mostTokens` is what its limit leaves for the request and its answer. */
export type SamplingAsk = SamplingRequest & { readonly server: string; readonly mostTokens: number }

/** The answer for the server, and the tokens it took. */
export type Sampled = { readonly answer: SamplingAnswer; readonly tokens: number }

/** A request of a tool to a model, as its provider counted it. */
export type Spent = {
  readonly model: ModelRef
  readonly usage: TokenCounts
  readonly extraUsd: number
  readonly durationMs: number
}

/** The session, folder and agent of a call. */
export type ToolContext = {
  readonly sessionId: SessionId
  readonly runId: RunId
  readonly agentId: AgentId
  readonly callId: CallId
  /** The project folder, canonical. */
  readonly root: string
  readonly reads: ReadLedger
  /** Returns the decision of the rules about a further act of a running call. */
  readonly judge: (act: ToolAct) => Permission
  /** The rules behind that, as data, for tools that do their work in another process. */
  readonly standing: () => readonly Standing[]
  readonly blobs: ToolBlobs
  readonly outputs: ToolOutputs
  /** Appends to the output shown while the call runs. It is coalesced before it leaves main. */
  readonly progress: (text: string) => void
  /** Puts questions to the person and waits for the answers, for as long as it takes. */
  readonly ask: (questions: readonly Question[], signal: AbortSignal) => Promise<string>
  /** Puts a form of an MCP server to the person and waits for the answer, for as long as it takes. */
  readonly fill: (
    asked: { readonly message: string; readonly form: ServerForm },
    signal: AbortSignal,
  ) => Promise<FormAnswer>
  /** Asks the model of the run for an MCP server, once the person allows the request. */
  readonly sample: (asked: SamplingAsk, signal: AbortSignal) => Promise<Sampled>
  /** Counts a request to a model that the call made itself. `extraUsd` is its cost without its tokens. */
  readonly spend: (spent: Spent) => void
  /** Puts a plan to the person, who may change it, and waits for what they decide. */
  readonly approvePlan: (plan: ProposedPlan, signal: AbortSignal) => Promise<PlanDecision>
  /** Puts to the person what the sandbox blocked, and waits for what they open. */
  readonly approveOutside: (wish: SandboxWish, signal: AbortSignal) => Promise<SandboxDecision>
  /** Says why the step of a plan that this run is cannot be done, and ends the run. */
  readonly failStep: (reason: string) => void
  /** Stores a plan the person has accepted and ends the run, so that it can be carried out. */
  readonly acceptPlan: (plan: ProposedPlan) => void
  /** Replaces the visible list of steps of the session. Without a goal the one before stays. */
  readonly setPlan: (plan: { goal: string | null; steps: readonly ToolPlanStep[] }) => void
  readonly notes: ToolNotes
  /** The tools that the agent can call. */
  readonly reach: () => ToolReach
}
/** The tools in the tool list of requests, and those that only a search shows. */
export type ToolReach = { readonly direct: readonly Tool[]; readonly deferred: readonly Tool[] }
/** The access a command needs that the sandbox blocked: the card, and the rules an answer would store. */
export type SandboxWish = {
  readonly preview: Extract<ApprovalPreview, { kind: 'sandbox' }>
  readonly proposedRules: readonly PermissionRule[]
}
/** `again`: with what was blocked opened. `outside`: once, with all rights of the person. */
export type SandboxDecision =
  | { readonly how: 'again' | 'outside' }
  | { readonly how: 'denied'; readonly reason: string }
/** The person's decision about a plan. An accepted one is as they left it. */
export type PlanDecision =
  | { readonly accepted: true; readonly plan: ProposedPlan }
  | { readonly accepted: false; readonly reason: string }
export type ToolPlanStep = { readonly title: string; readonly status: StepStatus }

/** An answer for the model, structured data for the card, and the whole output where the answer was cut. */
export type ToolResult = {
  readonly text: string
  readonly isError: boolean
  readonly details?: ToolDetails
  readonly outputBlob?: BlobId
  /** Pictures and the like, handed to the model as file parts. */
  readonly files?: readonly { readonly blobId: BlobId; readonly mime: string; readonly name: string }[]
}

/** Does what a call is for. `fresh` is the plan that was allowed, made directly before; null where none was made. */
type Run<Args extends readonly unknown[]> = (
  ...args: [...Args, context: ToolContext, signal: AbortSignal, fresh: ToolPlan | null]
) => Promise<ToolResult>

/** A call whose arguments have been checked. `plan` only looks; `run` acts and leaves no process behind. */
export type OpenedCall = {
  readonly plan: (context: ToolContext, signal: AbortSignal) => Promise<ToolPlan>
  readonly run: Run<[]>
}

/** `file`: a file that is there. `place`: a file or folder that is there. `new`: a place where a file can be. */
export type PathNeed = 'file' | 'place' | 'new'

/** Reads paths that lead nowhere. It only looks; whether a call may use a path is for the rules to say. */
export type PathReader = {
  /** The path inside the project that is meant; null for a path that leads somewhere, or that could mean several. */
  readonly meant: (given: string, need: PathNeed, root: string) => Promise<string | null>
  /** Paths with the same or a similar name, at most three, and whether the folder of the path is there. */
  readonly near: (
    given: string,
    need: PathNeed,
    scene: { readonly root: string; readonly judgeRead: (act: ToolAct) => Permission },
    signal: AbortSignal,
  ) => Promise<{ readonly near: readonly string[]; readonly hasFolder: boolean }>
}

/**
 * A tool as the runtime sees it. Both functions of an opened call may throw an `AppError` with a `tool.*` code,
 * whose words the model reads.
 */
export type Tool = {
  readonly name: string
  /** The title on the card, for example "Read". */
  readonly title: string
  /** The description for the model: the text of the Markdown file beside the tool. */
  readonly description: string
  readonly schema: z.ZodType
  /** The JSON schema for models, where it differs from `schema`: that of an MCP server, or a shorter one. */
  readonly toldSchema?: Readonly<Record<string, unknown>>
  /** True when several calls may run at once. */
  readonly parallel: boolean
  /** The strongest thing the tool can do; agents without permission for it are not offered the tool. */
  readonly access: ToolAct['access']
  /** Its MCP server, its name there and what the server says of it; missing for tools of the app. */
  readonly server?: { readonly name: string; readonly tool: string; readonly says: string }
  /** It only looks, and leaves no trace: a call may begin while its answer is still written, and come to nothing with it. */
  readonly early?: true
  /** The person may put the arguments in other words before they allow the call. */
  readonly amendable?: true
  /** The access it needs at the place its argument `path` names; missing where it takes no path. */
  readonly takesPath?: PathNeed
  /** Its calls end by themselves, with limits of their own: the usual one does not hold for them. */
  readonly endsByItself?: true
  /** Checks the arguments a model wrote. The problem is worded for the model. */
  readonly open: (
    args: unknown,
  ) => { readonly ok: true; readonly call: OpenedCall } | { readonly ok: false; readonly problem: string }
}

/** The description of a tool in a request. */
export type ToldTool = Pick<Tool, 'name' | 'description' | 'schema' | 'toldSchema'>

/** The definition of a tool by its author: the functions get parsed arguments. */
export type ToolDefinition<Schema extends z.ZodType> = Omit<Tool, 'schema' | 'open'> & {
  readonly schema: Schema
  readonly plan: (args: z.output<Schema>, context: ToolContext, signal: AbortSignal) => Promise<ToolPlan>
  readonly run: Run<[args: z.output<Schema>]>
}

/** Ties a schema to the functions behind it, so that tools of every argument type fit one list. */
export function defineTool<Schema extends z.ZodType>(definition: ToolDefinition<Schema>): Tool {
  const { plan, run, ...tool } = definition
  const open: Tool['open'] = (written) => {
    // Some servers send null where a model gave no arguments.
    const raw = written ?? {}
    const strict = definition.schema.safeParse(raw)
    const plain = strict.success
      ? strict
      : definition.schema.safeParse(withPlainValues(definition.schema, raw))
    const parsed = plain.success ? plain : strict
    if (!parsed.success) return { ok: false, problem: problemWords(definition.name, raw, parsed.error) }
    const args = parsed.data
    return {
      ok: true,
      call: {
        plan: (context, signal) => plan(args, context, signal),
        run: (context, signal, fresh) => run(args, context, signal, fresh),
      },
    }
  }
  return { ...tool, open }
}
