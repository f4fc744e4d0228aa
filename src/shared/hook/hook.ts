import { z } from 'zod'
import type { FileProblem } from '../agent/file-problem.ts'
import type { AllowedHooks } from '../config/allowed-hooks.ts'
import type { Millis } from '../ids.ts'
import type { Sentence } from '../sentences.ts'

/** Points at which a hook can intervene. The app applies the hook's answer. */
export const HookPoint = z.enum([
  'session.start',
  'prompt.submit',
  'run.start',
  'context.transform',
  'request.before',
  'tool.before',
  'tool.after',
  'compact.before',
  'run.stop',
])
export type HookPoint = z.infer<typeof HookPoint>

/** Notifications for hooks. The app does not wait for these hooks and ignores their answers. */
export const HookNews = z.enum([
  'session.end',
  'run.status',
  'turn.ended',
  'request.retry',
  'leaf.moved',
  'compact',
  'plan.step',
  'task.created',
  'task.completed',
  'teammate.idle',
])
export type HookNews = z.infer<typeof HookNews>

/** The owner of a hook, in the order in which hooks run. `managed` is the administrator of the computer. */
export const HookSource = z.enum(['builtin', 'managed', 'user', 'plugin', 'project'])
export type HookSource = z.infer<typeof HookSource>

/** The effect of a failed or timed-out hook: `skip` continues the action, `block` stops it. */
export const HookFailure = z.enum(['skip', 'block'])
export type HookFailure = z.infer<typeof HookFailure>

/** Default, minimum and maximum time of a hook, in milliseconds. */
export const HOOK_TIME = { usual: 30_000, least: 100, most: 600_000 } as const

/** One file of a hook folder. Strict: an unknown key is refused with its name. */
export const HookFile = z
  .strictObject({
    on: z.union([HookPoint, HookNews]),
    command: z.string().trim().min(1).max(8_000),
    description: z.exactOptional(z.string().trim().max(300)),
    /** The tools it applies to; `*` matches any characters. Missing: all tools. */
    tools: z.exactOptional(z.array(z.string().trim().min(1).max(100)).min(1).max(100)),
    /** Lower numbers come first among the hooks of one folder. */
    order: z.exactOptional(z.number().int().min(-1_000).max(1_000)),
    timeoutMs: z.exactOptional(z.number().int().min(HOOK_TIME.least).max(HOOK_TIME.most)),
    onError: z.exactOptional(HookFailure),
  })
  .superRefine(({ on, tools, onError }, context) => {
    if (tools !== undefined && on !== 'tool.before' && on !== 'tool.after') {
      context.addIssue({ code: 'custom', path: ['tools'], message: 'is only for tool.before and tool.after' })
    }
    if (onError !== undefined && !HookPoint.safeParse(on).success) {
      const message = `is not for ${on}: nobody waits for what it answers`
      context.addIssue({ code: 'custom', path: ['onError'], message })
    }
  })
export type HookFile = z.infer<typeof HookFile>

/** The last outcome of a hook. `done`: the hook made no objection. */
export type HookOutcome = 'done' | 'changed' | 'blocked' | 'failed'

export type HookResult = {
  readonly outcome: HookOutcome
  readonly at: Millis
  readonly ms: Millis
  /** The hook's message, or the reason it failed. */
  readonly words: string
  /** Its words in parts, where they are the app's; empty where they are the hook's own. */
  readonly said: readonly Sentence[]
}

/** A hook as the settings show it. */
export type HookListing = {
  /** Names it among all there are. */
  readonly key: string
  /** The name of its file. */
  readonly id: string
  readonly source: Exclude<HookSource, 'builtin'>
  /** The plugin that brings it. */
  readonly plugin?: string
  readonly file: string
  readonly on: HookPoint | HookNews
  readonly command: string
  readonly description: string
  readonly tools: readonly string[]
  readonly timeoutMs: Millis
  readonly onError: HookFailure
  readonly isOn: boolean
  readonly last: HookResult | null
}

/** Every hook that holds in a project, or with none outside of every one. */
export type HookList = {
  /** The hooks that the administrator lets run. */
  readonly allowed: AllowedHooks
  /** False: the person has switched all of them off. */
  readonly areOn: boolean
  readonly hooks: readonly HookListing[]
  readonly problems: readonly FileProblem[]
  /** Number of project hooks that do not run because the project is not trusted. */
  readonly waiting: number
}
