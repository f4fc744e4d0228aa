import type { OutputStyle, OutputStyleList } from '#shared/agent/output-style.ts'
import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import { pluginNames } from '#shared/plugin/plugin-names.ts'
import { say } from '#shared/sentences.ts'
import type { Layers } from '../folder-layers.ts'

/** The line under which a persona holds an output style. */
const HEADING = '# Output style: '

/** Returns the name of the output style that a persona holds; null for none. */
export function styleIn(persona: string): string | null {
  const line = persona.split('\n').find((each) => each.startsWith(HEADING))
  return line === undefined ? null : line.slice(HEADING.length)
}

type Deps = {
  readonly layersOf: (projectId: ProjectId | null) => Promise<Layers<OutputStyle>>
  readonly refresh: (projectId: ProjectId | null) => Promise<void>
  /** The name of the style that the person chose; null for none. */
  readonly chosen: () => string | null
  readonly choose: (name: string | null) => void
}

/** The output styles of a project, of the person and of plugins. A project's own come first. */
export function createOutputStyles(deps: Deps) {
  const of = async (projectId: ProjectId | null): Promise<readonly OutputStyle[]> => {
    const { user, project, plugins } = await deps.layersOf(projectId)
    // The last that is set has the name.
    const own = new Map([...user.items, ...project.items].map((style) => [style.name, style]))
    const ofPlugins = pluginNames(plugins?.items ?? [], new Set(own.keys()), {
      nameOf: ({ name }) => name,
      pluginOf: ({ plugin = '' }) => plugin,
      renamed: (style, name) => ({ ...style, name }),
    })
    return [...own.values(), ...ofPlugins].sort((a, b) => (a.name < b.name ? -1 : 1))
  }
  return {
    /** Returns the instructions that the chosen style adds to an agent; empty for none. A missing style adds none. */
    textFor: async (projectId: ProjectId | null): Promise<string> => {
      const name = deps.chosen()
      if (name === null) return ''
      const style = (await of(projectId)).find((each) => each.name === name)
      return style === undefined ? '' : `${HEADING}${style.name}\n\n${style.text}`
    },
    list: async (projectId: ProjectId | null): Promise<OutputStyleList> => {
      await deps.refresh(projectId)
      const { user, project } = await deps.layersOf(projectId)
      const styles = (await of(projectId)).map(({ text: _text, ...style }) => style)
      return { styles, problems: [...user.problems, ...project.problems], chosen: deps.chosen() }
    },
    /** Chooses the style of new chats by its name; null for none. */
    choose: async (projectId: ProjectId | null, name: string | null): Promise<void> => {
      const all = name === null ? [] : await of(projectId)
      if (name !== null && !all.some((style) => style.name === name)) {
        const names = all.map((style) => style.name).join(', ')
        const known = names === '' ? [] : [say('style.known', { names })]
        throw AppError.saying('config.invalid', [say('style.unknown', { name }), ...known])
      }
      deps.choose(name)
    },
  }
}

export type OutputStyles = ReturnType<typeof createOutputStyles>
