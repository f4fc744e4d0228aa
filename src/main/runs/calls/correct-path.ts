import { AppError } from '#shared/errors.ts'
import type { Tool, ToolAct, ToolContext } from '../../tools/tool.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { type Calling, looking, type ToolCallDeps } from './calling.ts'
import type { ToolLimit } from './tool-limit.ts'

/** A call whose path was taken for another one, and both paths. */
export type CorrectedPath = { readonly args: unknown; readonly given: string; readonly taken: string }

type Place = { readonly tool: Tool; readonly context: ToolContext; readonly limit: ToolLimit }

/**
 * The call with the path that is meant, where its own leads nowhere; null where it stays as it is. It comes before
 * rules, hooks and approvals, which so know the path that is used and no other.
 */
export async function correctPath(
  deps: ToolCallDeps,
  { call }: Calling,
  { tool, context, limit }: Place,
): Promise<CorrectedPath | null> {
  const given = pathOf(tool, call.args)
  const need = tool.takesPath
  if (given === null || need === undefined) return null
  const taken = await looking(deps, { tool, limit }, () => deps.paths.meant(given, need, context.root))
  if (taken === null || taken === given) return null
  return { args: { ...Object(call.args), path: taken }, given, taken }
}

/** Adds similar existing paths to a tool's error about a missing path. Never throws an `AppError`. */
export async function withSimilarPaths(
  deps: ToolCallDeps,
  run: RunHandle,
  error: AppError,
  { call, eventId }: Calling,
): Promise<string> {
  const tool = deps.tools.find(({ name }) => name === call.name)
  const need = tool?.takesPath
  const given = tool === undefined ? null : pathOf(tool, call.args)
  if (error.code !== 'tool.not_found' || tool === undefined || need === undefined || given === null) {
    return error.message
  }
  const { root } = deps.contextFor(run, call.callId, eventId)
  const judgeRead = (act: ToolAct) => deps.judge(run.sessionId, 'read', [act]).verdict
  try {
    const { near, hasFolder } = await looking(deps, { tool, limit: run }, (signal) =>
      deps.paths.near(given, need, { root, judgeRead }, signal),
    )
    if (near.length > 0) return `${error.message} Did you mean ${inWords(near)}?`
    return tool.name === 'edit' && hasFolder ? `${error.message} Use \`write\` to make it.` : error.message
  } catch (failure) {
    run.signal.throwIfAborted()
    if (failure instanceof AppError) return error.message
    throw failure
  }
}

function pathOf({ takesPath }: Tool, args: unknown): string | null {
  if (takesPath === undefined || typeof args !== 'object' || args === null) return null
  const path: unknown = Reflect.get(args, 'path')
  return typeof path === 'string' && path !== '' ? path : null
}

function inWords(paths: readonly string[]): string {
  return paths.length < 2 ? paths.join('') : `${paths.slice(0, -1).join(', ')} or ${paths.at(-1)}`
}
