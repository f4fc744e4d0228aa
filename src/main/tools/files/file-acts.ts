import { posix } from 'node:path'
import { asksInEveryMode, type GuardedPlace } from '#shared/permission/guard.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { escapePattern } from '../permission/pattern.ts'
import type { ToolAct, ToolPlan } from '../tool.ts'
import { guardsOfChange, guardsOfRead } from './guarded-places.ts'
import type { Located } from './locate-path.ts'
import { isPackageFile } from './package-scripts.ts'
import type { PathFlavour } from './project-path.ts'

/** The project a call works in, on this system. */
export type ActScene = { readonly root: string; readonly flavour: PathFlavour }

/** Looking at a file or folder. */
export async function readAct(tool: string, place: Located, { root, flavour }: ActScene): Promise<ToolAct> {
  const guards = await guardsOfRead(place, root, flavour)
  const act = { access: 'read' as const, target: place.shown, outside: place.outside }
  if (guards.length > 0) return { ...act, proposedRule: null, guards }
  return { ...act, proposedRule: ruleFor(tool, place) }
}

/** Looking at one place, and the place, so that it need not be looked for again. */
export async function planOfLook(tool: string, place: Located, scene: ActScene): Promise<ToolPlan> {
  const preview = { kind: 'path' as const, path: place.shown, outside: place.outside }
  return { acts: [await readAct(tool, place, scene)], preview, place }
}

/** Known effects of a change beyond its location. */
type Change = {
  /** Whether a change of a file of this name steers nothing, since it leaves alone what other programs run. */
  readonly isHarmless?: boolean
}

/** Changing a file. A rule for one file covers its folder, except outside the project. */
export async function editAct(
  place: Located,
  { root, flavour }: ActScene,
  { isHarmless = false }: Change = {},
): Promise<ToolAct> {
  const act = { access: 'edit' as const, target: place.shown, outside: place.outside }
  const found = await guardsOfChange(place, root, flavour)
  const steers = isPackageFile(place.shown) && !isHarmless
  const guards: GuardedPlace[] = [
    ...found,
    ...(steers ? [{ kind: 'programs' as const, path: place.shown }] : []),
  ]
  if (guards.length === 0) return { ...act, proposedRule: ruleFor('edit', place) }
  const named: PermissionRule = { tool: 'edit', pattern: escapePattern(place.shown), action: 'allow' }
  return { ...act, proposedRule: guards.some(asksInEveryMode) ? null : named, guards }
}

function ruleFor(tool: string, { shown, outside }: Located): PermissionRule {
  const folder = posix.dirname(shown)
  const wide = !outside && folder !== '.'
  return { tool, pattern: wide ? `${escapePattern(folder)}/**` : escapePattern(shown), action: 'allow' }
}
