import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { BlobId, RunId, SessionId } from '#shared/ids.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { Sentence } from '#shared/sentences.ts'
import { type KeptOutput, outputTail } from '#shared/session/stored-output.ts'
import { readPdf } from '../../../src/main/knowledge/reading/read-pdf.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import { childEnvironment } from '../../../src/main/lib/programs/child-environment.ts'
import { createProcessTree } from '../../../src/main/lib/programs/process-tree.ts'
import { noSandbox } from '../../../src/main/tools/bash/sandboxed.ts'
import { NO_JOBS } from '../../../src/main/tools/jobs/no-jobs.ts'
import { judge } from '../../../src/main/tools/permission/judge.ts'
import { createReadLedger } from '../../../src/main/tools/read-ledger.ts'
import { findRipgrep } from '../../../src/main/tools/search/find-ripgrep.ts'
import { createRipgrep } from '../../../src/main/tools/search/ripgrep.ts'
import type { RipgrepFacts } from '../../../src/main/tools/search/ripgrep-choice.ts'
import type { ToolAct, ToolContext, ToolPlan, ToolResult } from '../../../src/main/tools/tool.ts'
import { createToolbox, type ToolboxDeps } from '../../../src/main/tools/toolbox.ts'

const platform = process.platform

/** The real tools on a temporary folder that is gone when the test ends. */
export async function openToolProject(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  more: Partial<ToolboxDeps> & {
    answer?: string
    rules?: readonly PermissionRule[]
    approveOutside?: ToolContext['approveOutside']
    /** Takes the place of keeping an output, as where a disk is full. */
    keep?: (text: string) => KeptOutput
    /** Outputs are found as texts of the log, and not as files. */
    outputsInLog?: boolean
  } = {},
) {
  const parent = await realpath(await mkdtemp(path.join(tmpdir(), 'orrery 工具 ')))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const root = path.join(parent, 'project')
  const at = (name: string) => path.join(root, name)
  const put = async (name: string, content: string | Uint8Array) => {
    await mkdir(path.dirname(at(name)), { recursive: true })
    await writeFile(at(name), content)
  }
  await mkdir(root)
  for (const [name, content] of Object.entries(files)) await put(name, content)

  const blobs = new Map<string, { data: string | Uint8Array; mime: string }>()
  const keep = async (data: string | Uint8Array, mime: string) => {
    const id = BlobId.parse(`blb_${String(blobs.size).padStart(8, '0')}`)
    blobs.set(id, { data, mime })
    return id
  }
  const said: string[] = []
  const waiting: (() => void)[] = []
  const plans: unknown[] = []
  const verdictOf = (tool: string, acts: readonly ToolAct[]) =>
    judge({ tool, mode: 'ask', rules: [more.rules ?? []], grants: [], acts, home: parent }).verdict
  const judgeAs = (tool: string) => (act: ToolAct) => verdictOf(tool, [act])
  const context: ToolContext = {
    sessionId: SessionId.parse('ses_00000000'),
    runId: RunId.parse('run_00000000'),
    agentId: 'tester',
    callId: 'call',
    root,
    reads: createReadLedger(),
    standing: () => [],
    judge: judgeAs('read'),
    blobs: { putBytes: keep },
    outputs: {
      keep: async (text) => more.keep?.(text) ?? { blob: await keep(text, 'text/plain') },
      find: async (name) => {
        const tail = outputTail(name)
        const id = [...blobs.keys()].find((known) => tail !== null && known.endsWith(tail))
        const data = id === undefined ? undefined : blobs.get(id)?.data
        if (typeof data !== 'string') return null
        if (more.outputsInLog === true) return { text: data }
        await writeFile(path.join(parent, `${id}`), data)
        return { file: path.join(parent, `${id}`) }
      },
    },
    progress: (text) => {
      said.push(text)
      for (const wake of waiting.splice(0)) wake()
    },
    ask: async () => more.answer ?? 'yes',
    fill: async () => ({ action: 'cancel' }),
    sample: async () => ({ answer: { action: 'refused', reason: '' }, tokens: 0 }),
    spend: () => {},
    approveOutside: more.approveOutside ?? (async () => ({ how: 'denied', reason: '' })),
    approvePlan: async (plan) => ({ accepted: true, plan }),
    failStep: () => undefined,
    acceptPlan: (plan) => void plans.push(plan),
    setPlan: (plan) => void plans.push(plan),
    notes: { all: () => [], set: () => {} },
    reach: () => ({ direct: [], deferred: [] }),
  }
  const facts = () => findRipgrep({ platform, environment: process.env, preferSystem: false })
  const toolbox = createToolbox({
    platform,
    flavour: { path, home: parent },
    clock: systemClock,
    processes: createProcessTree({ platform, clock: systemClock }),
    watchProgram: () => () => {},
    ripgrep: ripgrepWith(facts),
    environment: process.env,
    commandEnvironment: async () =>
      childEnvironment({ inherited: more.environment ?? process.env, platform, secret: new Set() }),
    exists: existsSync,
    searchLimitMs: 20_000,
    enterSandbox: noSandbox,
    describeSandbox: async () => null,
    jobs: NO_JOBS,
    readPdf: async (_, bytes) => {
      const found = await readPdf(bytes)
      return typeof found === 'string' ? found : found.pages
    },
    beforeChange: async () => async () => {},
    beforeCommand: async () => async () => ({ looked: false, because: 'failed' }),
    ...more,
  })

  const open = (tool: string, args: unknown) => {
    const opened = toolbox.find(tool)?.open(args)
    if (opened?.ok !== true) throw new Error(opened?.problem ?? `There is no tool ${tool}.`)
    return opened.call
  }
  const never = () => AbortSignal.timeout(30_000)
  const plan = (tool: string, args: unknown): Promise<ToolPlan> => open(tool, args).plan(context, never())
  const run = (tool: string, args: unknown, signal = never()): Promise<ToolResult> =>
    open(tool, args).run({ ...context, judge: judgeAs(tool) }, signal, null)
  const verdict = async (tool: string, args: unknown) => verdictOf(tool, (await plan(tool, args)).acts)
  /** Resolves once the output shown so far contains the text. */
  const shows = async (text: string) => {
    while (!said.join('').includes(text)) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const content = (name: string) => readFile(at(name), 'utf8')
  return { parent, root, at, put, content, blobs, said, shows, plans, context, toolbox, plan, run, verdict }
}

export function ripgrepWith(facts: () => Promise<RipgrepFacts>, tell: (said: Sentence) => void = () => {}) {
  const environment = () => ({ PATH: process.env['PATH'] ?? '' })
  return createRipgrep({
    facts,
    environment,
    logger: silentLogger,
    tell,
    timeLimitMs: 20_000,
    keep: () => () => {},
  })
}

/** A machine on which no ripgrep can be found. */
export const noRipgrep = () =>
  ripgrepWith(async () => ({ platform, preferSystem: false, embedded: null, bundled: null, system: null }))
