import type { AppEvent } from '#shared/events/delivery.ts'
import type { HookList, HookListing, HookResult } from '#shared/hook/hook.ts'
import type { ProjectId } from '#shared/ids.ts'
import { rememberLast } from '#shared/remember-last.ts'
import type { HigherLayers } from '../../config/layers/config-layers.ts'
import { managedPathProblem } from '../../config/layers/managed-file.ts'
import type { Settings } from '../../config/settings.ts'
import { commandHooks, type HookJob, keyOf, timeOf } from '../../extensions/command-hooks.ts'
import { definitionPlaces, type PlacesDeps } from '../../extensions/definition-places.ts'
import { createFolderLayers } from '../../extensions/folder-layers.ts'
import { readForeignHooks } from '../../extensions/foreign/foreign-hooks.ts'
import type { Printed } from '../../extensions/hook-answers.ts'
import { type HookEntry, readHookFolder } from '../../extensions/hook-files.ts'
import { readManagedHooks } from '../../extensions/managed-hooks.ts'
import { type Layer, NO_LAYER, type SourceFolder } from '../../extensions/read-folder.ts'
import { type HookScene, type HookSet, NO_HOOK_SET, usualFailure } from '../../hooks/hook.ts'
import { createHooks } from '../../hooks/hooks.ts'
import type { Noted } from '../../hooks/run-chain.ts'
import type { Scope } from '../../lib/scope.ts'

export type HookDeps = PlacesDeps & {
  readonly settings: Pick<Settings, 'hooks' | 'setHooks'>
  readonly runCommand: (job: HookJob, signal: AbortSignal) => Promise<Printed>
  readonly hear: (listener: (event: AppEvent) => void) => () => void
  readonly scope: Scope
  /** The hooks that the administrator lets run, and the place of those of the administrator. */
  readonly higher: Pick<HigherLayers, 'allowedHooks' | 'place'>
  readonly plugins: PluginHooks
}

/** The hooks of plugins, and whether the files of a plugin are those that the person installed. */
type PluginHooks = {
  readonly hooks: () => Promise<Layer<HookEntry>>
  readonly isIntact: (plugin: string) => Promise<boolean>
}

/** The hooks of the person and of trusted projects: what they are, whether they are on, and how they last came out. */
export function openHooks(deps: HookDeps) {
  const { settings, clock, logger, tell } = deps
  const places = definitionPlaces(deps, 'hooks')
  const layers = layersOf(deps, places)
  const managed = managedHooks(deps)
  const results = new Map<string, HookResult>()
  const note = ({ key, ...result }: Noted): void => {
    if (result.outcome === 'failed') logger.warn('A hook failed', { key, words: result.words })
    results.set(key, {
      outcome: result.outcome,
      ms: result.ms,
      words: result.words,
      said: result.said,
      at: clock.now(),
    })
    tell({ kind: 'hooks.changed', projectId: null })
  }
  const { allowedHooks } = deps.higher
  // The person cannot turn off a hook of the administrator.
  const isOn = (entry: HookEntry): boolean => {
    const { areOn, off } = settings.hooks()
    if (entry.source === 'managed') return allowedHooks() !== 'none'
    return allowedHooks() === 'all' && areOn && !off.includes(keyOf(entry))
  }
  const mayRun = async (entry: HookEntry, { projectId }: HookScene): Promise<boolean> => {
    if (!isOn(entry)) return false
    if (entry.source === 'plugin') return deps.plugins.isIntact(entry.plugin ?? '')
    return entry.source !== 'project' || (projectId !== null && (await places.isTrusted(projectId)))
  }

  // Asked with everything that happens, and layers that are the same are the same promise.
  const entriesIn = rememberLast(
    async (
      of: ReturnType<typeof layers.of>,
      ofAdministrator: ReturnType<typeof managed.now>,
    ): Promise<readonly HookEntry[]> => {
      const [{ user, project, plugins = NO_LAYER }, { items }] = await Promise.all([of, ofAdministrator])
      return [...items, ...user.items, ...plugins.items, ...project.items]
    },
  )
  const setOf = async ({ projectId }: HookScene): Promise<HookSet> => {
    if (allowedHooks() === 'none') return NO_HOOK_SET
    const on = (await entriesIn(layers.of(projectId), managed.now())).filter(isOn)
    return on.length === 0 ? NO_HOOK_SET : commandHooks({ run: deps.runCommand, mayRun }, on)
  }
  const hooks = createHooks({ clock, logger, setOf, note })
  deps.scope.add(hooks.close)

  const listing = (entry: HookEntry): HookListing => {
    const { id, source, file, hook, plugin } = entry
    const guards = usualFailureOf(entry)
    return {
      id,
      source,
      file,
      on: hook.on,
      command: hook.command,
      key: keyOf(entry),
      ...(plugin === undefined ? {} : { plugin }),
      description: hook.description ?? '',
      tools: hook.tools ?? [],
      timeoutMs: timeOf(hook),
      onError: hook.onError ?? guards,
      isOn: entry.source === 'managed' || !settings.hooks().off.includes(keyOf(entry)),
      last: results.get(keyOf(entry)) ?? null,
    }
  }

  return {
    hooks,
    /** Runs a command of the person or of a project as a hook does. */
    runCommand: deps.runCommand,
    /** Every hook that holds in a project, and what of its files cannot be used. */
    list: async (projectId: ProjectId | null): Promise<HookList> => {
      await layers.refresh(projectId)
      const [{ user, project, plugins = NO_LAYER }, own] = await Promise.all([
        layers.of(projectId),
        managed.again(),
      ])
      return {
        allowed: allowedHooks(),
        areOn: settings.hooks().areOn,
        hooks: [...own.items, ...user.items, ...plugins.items, ...project.items].map(listing),
        problems: [...own.problems, ...user.problems, ...project.problems],
        waiting: projectId === null ? 0 : await untrustedHooks(places, projectId),
      }
    },
    /** Switches one hook on or off, or with null all of them. */
    turn: (key: string | null, on: boolean): void => {
      const { areOn, off } = settings.hooks()
      if (key === null) settings.setHooks({ areOn: on, off })
      else {
        const others = off.filter((each) => each !== key)
        settings.setHooks({ areOn, off: on ? others : [...others, key] })
      }
      tell({ kind: 'hooks.changed', projectId: null })
    },
  }
}

type Places = ReturnType<typeof definitionPlaces>

/** Opens the hook folders of the person and of projects. */
function layersOf(deps: HookDeps, places: Places) {
  const layers = createFolderLayers<HookEntry>({
    user: places.user,
    ofProject: places.ofProject,
    isTrusted: places.isTrusted,
    inner: places.inner,
    problem: places.problem,
    clock: places.clock,
    logger: places.logger,
    read: readAnyHooks,
    idOf: ({ id }) => id,
    plugins: deps.plugins.hooks,
    changed: (projectId) => deps.tell({ kind: 'hooks.changed', projectId }),
  })
  deps.scope.add(layers.close)
  deps.scope.add(
    deps.hear((event) => {
      if (event.kind === 'project.changed' && event.op !== 'renamed') layers.forget(event.projectId)
    }),
  )
  return layers
}

/** Reads the hooks of the administrator, and again when the managed file may have changed. */
function managedHooks({ higher, hear, tell, scope }: HookDeps) {
  const { hooks, owner } = higher.place
  const readAgain = () => readManagedHooks(hooks, (path) => managedPathProblem(path, owner))
  let read = readAgain()
  const again = () => {
    read = readAgain()
    return read
  }
  scope.add(
    hear((event) => {
      if (event.kind !== 'config.changed') return
      read = readAgain()
      tell({ kind: 'hooks.changed', projectId: null })
    }),
  )
  return { now: () => read, again }
}

function usualFailureOf({ hook }: HookEntry): HookListing['onError'] {
  return hook.on === 'tool.before' || hook.on === 'request.before' ? usualFailure(hook.on) : 'skip'
}

/** Returns the number of project hooks waiting for trust. They are read and never run. */
async function untrustedHooks({ ofProject, isTrusted }: Places, id: ProjectId): Promise<number> {
  const place = await ofProject(id)
  if (place === null || (await isTrusted(id))) return 0
  const read = (path: string, isForeign: boolean) =>
    readAnyHooks({ source: 'project', path, within: place.root, isForeign })
  const all = await Promise.all([
    read(place.folder, false),
    ...(place.foreign ?? []).map((path) => read(path, true)),
  ])
  return all.reduce((count, { items }) => count + items.length, 0)
}

/** Reads hooks in the form of this app or of Claude Code. */
const readAnyHooks = (folder: SourceFolder) =>
  folder.isForeign === true ? readForeignHooks(folder) : readHookFolder(folder)
