import { z } from 'zod'
import { AgentEnd } from '../agent/agent-end.ts'
import { HandedPreview } from '../file/handed-file.ts'
import { AgentId, PageId, SessionId } from '../ids.ts'
import { StoredApp } from '../mcp/app.ts'
import { FoundBy } from '../memory/found-by.ts'
import { JobId } from '../process/job.ts'
import { SandboxReceipt } from '../sandbox/sandbox.ts'
import { CommandFiles } from './command-files.ts'
import { FileDiff } from './file-diff.ts'

/** The corrections with which the texts of a write or an edit were read. */
export const TextMending = z.enum(['passage', 'fence', 'numbers', 'breaks', 'quotes'])
export type TextMending = z.infer<typeof TextMending>

/** Missing where a text was taken to the letter, and in older logs. */
const Mended = z.exactOptional(z.array(TextMending))

/** Structured data for the card of a call. Stored with the answer. */
export const ToolDetails = z.discriminatedUnion('kind', [
  /** `from` is the first line shown, counted from 1; `total` the lines in the file. */
  z.strictObject({
    kind: z.literal('read'),
    path: z.string(),
    from: z.number(),
    lines: z.number(),
    total: z.number(),
  }),
  z.strictObject({
    kind: z.literal('write'),
    path: z.string(),
    created: z.boolean(),
    diff: FileDiff,
    mended: Mended,
  }),
  /** `cells` is the change as cells of a notebook. Missing for other files and in older logs. */
  z.strictObject({
    kind: z.literal('edit'),
    path: z.string(),
    diff: FileDiff,
    mended: Mended,
    cells: z.exactOptional(FileDiff),
  }),
  /** A file handed to the person. The answer of the call keeps its bytes as its output. */
  z.strictObject({
    kind: z.literal('file'),
    path: z.string(),
    name: z.string(),
    /** In bytes. */
    size: z.number(),
    preview: HandedPreview,
    /** The character set of a text that is not UTF-8. Missing for other files and in older logs. */
    charset: z.exactOptional(z.string()),
  }),
  z.strictObject({ kind: z.literal('list'), path: z.string(), entries: z.number() }),
  z.strictObject({
    kind: z.literal('glob'),
    pattern: z.string(),
    files: z.number(),
    truncated: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('grep'),
    pattern: z.string(),
    matches: z.number(),
    files: z.number(),
    truncated: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('bash'),
    command: z.string(),
    exitCode: z.number().nullable(),
    signal: z.string().nullable(),
    timedOut: z.boolean(),
    /** The run was stopped while the command ran. Missing in older logs. */
    stopped: z.exactOptional(z.literal(true)),
    /** The background program it started. Missing for commands that ended with their call. */
    job: z.exactOptional(JobId),
    /** Missing for commands that only look, and in older logs. */
    files: z.exactOptional(CommandFiles),
    /** Missing for commands that ran without a sandbox, and in older logs. */
    sandbox: z.exactOptional(SandboxReceipt),
  }),
  /** `files` is what the program changed since the reading before. Missing for nothing, and in older logs. */
  z.strictObject({
    kind: z.literal('job'),
    job: JobId,
    action: z.enum(['read', 'wait', 'stop']),
    files: z.exactOptional(CommandFiles),
  }),
  /** A call of a tool of an MCP server. `files` is missing where it changes no files of this machine. */
  z.strictObject({
    kind: z.literal('mcp'),
    server: z.string(),
    tool: z.string(),
    files: z.exactOptional(CommandFiles),
    /** The interactive view of the result. Missing for results without one, and in older logs. */
    app: z.exactOptional(StoredApp),
  }),
  z.strictObject({ kind: z.literal('question'), prompt: z.string(), answer: z.string() }),
  z.strictObject({ kind: z.literal('memory'), key: z.string(), content: z.string() }),
  /** Parts of pages that were looked up, best first. Missing in older logs. */
  z.strictObject({
    kind: z.literal('passages'),
    passages: z.array(
      z.strictObject({
        id: PageId,
        title: z.string(),
        heading: z.string(),
        score: z.number(),
        by: z.array(FoundBy),
      }),
    ),
  }),
  /** The tools whose definitions a search showed, by name. */
  z.strictObject({ kind: z.literal('tools'), query: z.string(), found: z.array(z.string()) }),
  /** `done` is missing in older logs. */
  z.strictObject({
    kind: z.literal('plan'),
    steps: z.number(),
    done: z.exactOptional(z.number()),
    /** The goal of an accepted plan. Missing in older logs. */
    goal: z.exactOptional(z.string()),
    /** The person rejected it and wants another plan. */
    refused: z.exactOptional(z.literal(true)),
  }),
  /** The log of the agent, and how it stood when the call was answered. */
  z.strictObject({
    kind: z.literal('agent'),
    sessionId: SessionId,
    agentId: AgentId,
    state: z.enum(['done', 'failed', 'stopped', 'background']),
    tools: z.number(),
    /** Missing where it did not end, where it came to what it was to do, and in older logs. */
    end: z.exactOptional(AgentEnd),
  }),
])
export type ToolDetails = z.infer<typeof ToolDetails>
