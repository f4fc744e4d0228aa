import { z } from 'zod'
import { say } from '#shared/sentences.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { WorkflowEvent } from '#shared/workflow/workflow-events.ts'
import type { AgentCalls } from './agent-calls.ts'
import { readAgentCall } from './agent-options.ts'
import type { CallPlace } from './agent-record.ts'
import type { Library, SchemaVerdict, ScriptCall, ScriptName, ScriptNote, ScriptProgram } from './ports.ts'
import { parsedOrThrow, readyScript } from './ready-script.ts'
import { badCall, overLimit, runEnded } from './script-fault.ts'

/** A script that runs: the run's own, or one nested in it. */
type Frame = { readonly nested: string | null; phase: string | null }

export type FramesDeps = {
  readonly calls: AgentCalls
  readonly library: Library
  readonly check: (schema: unknown, value: unknown) => Promise<SchemaVerdict>
  readonly report: (event: WorkflowEvent) => void
  readonly signal: AbortSignal
}

/** The hooks available to a run's scripts. */
export type Frames = {
  readonly agent: (call: ScriptCall) => Promise<unknown>
  /** The nested script, ready to be run in a frame of its own. */
  readonly workflow: (call: ScriptCall) => Promise<ScriptProgram>
  readonly note: (note: ScriptNote) => void
}

const Reference = z.union([
  z
    .string()
    .min(1)
    .transform((name) => ({ name })),
  z.strictObject({ scriptPath: z.string().min(1) }),
  z.strictObject({ name: z.string().min(1) }),
])
const Nested = z.strictObject({ script: z.unknown().optional(), args: z.unknown().optional() })

export function createFrames(deps: FramesDeps): Frames {
  const frames: Frame[] = [{ nested: null, phase: null }]
  let logs = 0
  let phases = 0

  const frameOf = (index: number): Frame => {
    const frame = frames[index]
    if (frame === undefined) throw runEnded()
    return frame
  }
  const placeOf = ({ nested, phase }: Frame): CallPlace => ({ phase, group: nested })

  const agent = async (call: ScriptCall) => {
    const frame = frameOf(call.frame)
    return deps.calls.call(readAgentCall(call.payload), placeOf(frame))
  }

  const workflow = async (call: ScriptCall): Promise<ScriptProgram> => {
    if (frameOf(call.frame).nested !== null) throw overLimit(say('workflow.twoLevels'))
    const { script, args } = Nested.parse(call.payload)
    const reference = Reference.safeParse(script)
    if (!reference.success) throw badCall(say('workflow.noName'))
    if (frames.length > WORKFLOW_LIMITS.maxAgents)
      throw overLimit(say('call.mostNested', { most: String(WORKFLOW_LIMITS.maxAgents) }))
    const name: ScriptName = reference.data
    const found = await deps.library.find(name, deps.signal)
    const parsed = parsedOrThrow(found.source, found.fileName)
    const ready = await readyScript(parsed, args, deps.check)
    frames.push({ nested: ready.script.meta.name, phase: null })
    const { fileName, body } = ready.script
    return { frame: frames.length - 1, fileName, body, args: ready.args }
  }

  const note = ({ frame: index, hook, text, said }: ScriptNote) => {
    const frame = frameOf(index)
    const { group } = placeOf(frame)
    if (hook === 'phase') {
      const title = text.trim().slice(0, 200)
      frame.phase = title
      phases += 1
      if (phases <= WORKFLOW_LIMITS.maxPhases)
        deps.report({ kind: 'workflow.phase', payload: { title, group } })
      return
    }
    logs += 1
    if (logs > WORKFLOW_LIMITS.maxLogs) return
    const level = hook === 'warn' ? 'warn' : 'info'
    const line = { level, text: text.slice(0, WORKFLOW_LIMITS.maxLogChars) } as const
    const payload = { ...line, ...(said === undefined ? {} : { said }), ...placeOf(frame) }
    deps.report({ kind: 'workflow.log', payload })
  }

  return { agent, workflow, note }
}
