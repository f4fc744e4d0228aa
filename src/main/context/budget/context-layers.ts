import type { AgentContext, ContextProfile, ContextTable } from '#shared/config/context-table.ts'
import type { ChosenProfile, ProfileChooser } from '#shared/context/policy-in-force.ts'
import type { ContextSettings } from './policy.ts'

/** Context settings by source, as each source writes them, and the names that profiles are chosen by. */
export type ContextLayers = {
  readonly user: ContextTable | undefined
  readonly project: ContextTable | undefined
  readonly agent: AgentContext | undefined
  /** The command line and the administrator. */
  readonly forced: ContextTable | undefined
  /** The profile of the chat. */
  readonly chat: string | null
  /** The names of the model: those under `[models]`, and `provider/id`. */
  readonly model: readonly string[]
}

/** The layers from the lowest to the highest. A profile has a place among them. */
export type ContextLayer = {
  readonly from: 'user' | 'project' | 'profile' | 'agent' | 'forced'
  readonly settings: ContextProfile
}

/** Returns every profile by its name. Those of a higher layer win. */
export function profilesOf({
  user,
  project,
  forced,
}: Pick<ContextLayers, 'user' | 'project' | 'forced'>): Readonly<Record<string, ContextProfile>> {
  return { ...user?.profiles, ...project?.profiles, ...forced?.profiles }
}

/**
 * Returns the profile in force, of which there is one at most: of the highest layers, the chat, its agent, its model, the
 * project or the person. `isKnown` is false for a name without a profile, which then changes nothing.
 */
export function chosenProfile(layers: ContextLayers): ChosenProfile | null {
  const { user, project, agent, forced, chat } = layers
  const choices: readonly (readonly [ProfileChooser, string | null | undefined])[] = [
    ['forced', forced?.profile],
    ['chat', chat],
    ['agent', agent?.profile],
    ['model', ofModel(layers)],
    ['project', project?.profile],
    ['user', user?.profile],
  ]
  for (const [from, name] of choices) {
    if (name === null || name === undefined) continue
    return { name, from, isKnown: Object.hasOwn(profilesOf(layers), name) }
  }
  return null
}

function ofModel({ user, project, forced, model }: ContextLayers): string | undefined {
  const models = { ...user?.models, ...project?.models, ...forced?.models }
  const name = model.find((each) => Object.hasOwn(models, each))
  return name === undefined ? undefined : models[name]
}

/**
 * Returns the layers from the lowest up. A profile stands over the general settings. The own settings of an agent stand
 * over it, unless the chat or a higher layer chose it.
 */
export function layersInOrder(layers: ContextLayers): readonly ContextLayer[] {
  const { user, project, agent, forced } = layers
  const chosen = chosenProfile(layers)
  const settings = chosen?.isKnown === true ? profilesOf(layers)[chosen.name] : undefined
  const isOverAgent = chosen?.from === 'chat' || chosen?.from === 'forced'
  const profile = { from: 'profile', settings } as const
  const own = { from: 'agent', settings: ownSettings(agent) } as const
  return [
    { from: 'user', settings: ownSettings(user) } as const,
    { from: 'project', settings: ownSettings(project) } as const,
    ...(isOverAgent ? [own, profile] : [profile, own]),
    { from: 'forced', settings: ownSettings(forced) } as const,
  ].flatMap(({ from, settings: set }) => (set === undefined ? [] : [{ from, settings: set }]))
}

/** Merges all layers. */
export function contextOfLayers(layers: ContextLayers, recallFraction: number): ContextSettings {
  return Object.assign({ recallFraction }, ...layersInOrder(layers).map(({ settings }) => settings))
}

/** Returns the settings of a layer without the names of profiles. */
function ownSettings(table: ContextTable | undefined): ContextProfile | undefined {
  if (table === undefined) return undefined
  const { profile: _profile, profiles: _profiles, models: _models, ...settings } = table
  return settings
}
