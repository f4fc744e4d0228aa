import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  RELEASE_SYNC,
} from 'quickjs-emscripten'
import { HOOK_SENTENCES } from '#shared/messages/en/hook-sentences.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import {
  brokeSandbox,
  computedTooLong,
  createComputeWatch,
  createRoomRecord,
  type RoomRecord,
  type RoomTurn,
  waitsForNothing,
} from './room-turn.ts'
import type { SandboxLimits } from './sandbox-limits.ts'
import type { SandboxProgram } from './sandbox-messages.ts'
import prelude from './sandbox-prelude.js?raw'
import { scriptError } from './script-error.ts'

const PRELUDE_NAME = 'orrery-hooks'
/** All of it is on the first line, so that lines are those of the file. */
const PREFIX =
  '(async function (agent, parallel, pipeline, phase, log, workflow, args, budget) {"use strict";'

/** A JavaScript engine of its own inside WebAssembly, for the scripts of one run. */
export type ScriptRoom = {
  readonly run: (program: SandboxProgram) => RoomTurn
  readonly deliver: (id: number, kind: 'value' | 'error', json: string, spent: number) => RoomTurn
  readonly deliverChild: (id: number, program: SandboxProgram, spent: number) => RoomTurn
}

export type RoomDeps = {
  readonly module: object
  readonly limits: SandboxLimits
  readonly elapsed: () => number
  /** Called now and then while a script computes. */
  readonly beat: () => void
}

/** Opens a room in a module of its own. What it holds goes with the thread it is in. */
export async function openScriptRoom({ module, limits, elapsed, beat }: RoomDeps): Promise<ScriptRoom> {
  const quickjs = await newQuickJSWASMModuleFromVariant(
    newVariant(RELEASE_SYNC, { wasmModule: module, wasmMemory: roomMemory(limits) }),
  )
  const runtime = quickjs.newRuntime({
    memoryLimitBytes: limits.memoryBytes,
    maxStackSizeBytes: limits.stackBytes,
  })
  const vm = runtime.newContext()
  const record = createRoomRecord(PREFIX.length)
  const watch = createComputeWatch(limits, elapsed, beat)
  const hooks = openHooks(vm, record)
  runtime.setInterruptHandler(watch.interrupt)

  /** Lets the script act, runs what became ready, and says what came of it. */
  const enter = (act: () => void): RoomTurn => {
    if (record.over()) return record.take()
    watch.enter()
    try {
      act()
      settle(runtime, vm, record, watch.tooLong)
    } catch (error) {
      if (!watch.tooLong()) record.fail(brokeSandbox(error))
    }
    if (watch.tooLong()) record.stopped(computedTooLong(limits))
    if (!record.over() && record.idle()) record.fail(waitsForNothing())
    return record.take()
  }
  const call = (hook: QuickJSHandle, parts: readonly QuickJSHandle[]) => {
    const came = vm.callFunction(hook, vm.undefined, ...parts)
    for (const part of parts) part.dispose()
    if (came.error === undefined) return came.value.dispose()
    came.error.consume((error) => watch.tooLong() || record.fail(thrown(vm, error)))
  }
  const compiled = ({ body, fileName }: SandboxProgram) => vm.evalCode(`${PREFIX}${body}\n})`, fileName)

  const run = (program: SandboxProgram) => {
    const script = compiled(program)
    if (script.error !== undefined) return script.error.consume((error) => record.fail(thrown(vm, error)))
    const total = program.budget === null ? vm.null : vm.newNumber(program.budget)
    call(hooks.begin, [script.value, vm.newString(program.args), total])
  }
  const deliver = (id: number, kind: string, json: string, spent: number, script?: QuickJSHandle) => {
    record.answered(id)
    const parts = [vm.newNumber(id), vm.newString(kind), vm.newString(json), vm.newNumber(spent)]
    call(hooks.deliver, script === undefined ? parts : [...parts, script])
  }
  const deliverChild = (id: number, program: SandboxProgram, spent: number) => {
    const script = compiled(program)
    if (script.error !== undefined) {
      const problem = script.error.consume((error) => thrown(vm, error))
      return deliver(id, 'error', JSON.stringify(problem), spent)
    }
    const { frame, budget, args } = program
    deliver(id, 'child', `{"frame":${frame},"total":${budget},"args":${args}}`, spent, script.value)
  }
  return {
    run: (program) => enter(() => run(program)),
    deliver: (id, kind, json, spent) => enter(() => deliver(id, kind, json, spent)),
    deliverChild: (id, program, spent) => enter(() => deliverChild(id, program, spent)),
  }
}

/**
 * All a script may use and half as much for the engine, set aside from the start: growing in small steps takes ten
 * times as long. The system gives the pages only as they are used.
 */
function roomMemory({ memoryBytes }: SandboxLimits) {
  const pages = Math.ceil((memoryBytes * 1.5) / 65_536)
  return new WebAssembly.Memory({ initial: pages, maximum: pages * 2 })
}

function openHooks(vm: QuickJSContext, record: RoomRecord) {
  const send = vm.newFunction('send', (kind, id, frame, text) => {
    const length = vm.getProp(text, 'length').consume((handle) => vm.getNumber(handle))
    record.hear(vm.getString(kind), length, () => ({
      id: vm.getNumber(id),
      frame: vm.getNumber(frame),
      text: vm.getString(text),
    }))
  })
  const limits = { ...WORKFLOW_LIMITS, preludeName: PRELUDE_NAME, words: HOOK_SENTENCES }
  const module = vm.unwrapResult(vm.evalCode(prelude, PRELUDE_NAME, { type: 'module' }))
  const settings = vm.unwrapResult(vm.evalCode(`(${JSON.stringify(limits)})`, PRELUDE_NAME))
  const open = vm.getProp(module, 'open')
  const hooks = vm.unwrapResult(vm.callFunction(open, vm.undefined, send, settings))
  const found = { begin: vm.getProp(hooks, 'begin'), deliver: vm.getProp(hooks, 'deliver') }
  for (const handle of [module, settings, open, hooks, send]) handle.dispose()
  return found
}

/** A script that never stops making new promises is looked at between helpings. */
const HELPING = 1_000

function settle(runtime: QuickJSRuntime, vm: QuickJSContext, record: RoomRecord, tooLong: () => boolean) {
  while (!record.over() && !tooLong() && runtime.hasPendingJob()) {
    const jobs = runtime.executePendingJobs(HELPING)
    if (jobs.error === undefined) continue
    jobs.error.consume((error) => tooLong() || record.fail(thrown(vm, error)))
    return
  }
}

/** A thrown value, read without trusting it. */
function thrown(vm: QuickJSContext, error: QuickJSHandle) {
  const dumped: unknown = vm.dump(error)
  const plain = typeof dumped === 'object' && dumped !== null ? { ...dumped } : { message: String(dumped) }
  return scriptError(JSON.stringify(plain), PREFIX.length)
}
