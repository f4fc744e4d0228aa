import { existsSync } from 'node:fs'
import { createPluginFetch } from '../../../src/main/extensions/plugins/fetch-plugin.ts'
import { createInstalledPlugins } from '../../../src/main/extensions/plugins/installed-plugins.ts'
import { createPlugins } from '../../../src/main/extensions/plugins/plugins.ts'
import { createStaging } from '../../../src/main/extensions/plugins/stage-plugin.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { realGit } from './real-git.ts'
import { openTempFolder } from './temp-folder.ts'

/** Plugins in a home of their own, with the real git of this machine. */
export async function openPluginRig() {
  const folder = await openTempFolder('plugins')
  const disabled: string[] = []
  let elapsed = 0
  const placeOf = (name: string) => ({
    root: folder.at('home/plugins', name),
    data: folder.at('home/data', name),
  })
  const lockFile = folder.at('home/plugins.lock.json')
  await folder.write('home/keep', '')
  const common = {
    lockFile,
    placeOf,
    countTokens: (text: string) => text.length,
    checkOf: async () => () => ({ fits: true }) as const,
  }
  const open = () => {
    const installed = createInstalledPlugins({
      ...common,
      clock: { elapsed: () => elapsed },
      changed: () => {},
      disabled: (name) => disabled.push(name),
      report: (error) => {
        throw error
      },
    })
    const plugins = createPlugins({
      ...common,
      installed,
      clock: { now: () => 1_000 },
      drafts: folder.at('home/drafts'),
      stage: createStaging({ fetch: createPluginFetch({ git: realGit(folder.path), clock: systemClock }) }),
      signal: new AbortController().signal,
    })
    return { installed, plugins }
  }
  const opened = open()
  return {
    ...folder,
    ...opened,
    disabled,
    lockFile,
    /** Opens the same home again, as after a restart. */
    reopen: open,
    pass: (ms: number) => {
      elapsed += ms
    },
    isInstalled: (name: string) => existsSync(placeOf(name).root),
    /** Writes the files of a plugin of Claude Code below `source`. */
    source: async (files: Readonly<Record<string, string>>, name = 'tides', version = '1.0.0') => {
      await folder.write('source/.claude-plugin/plugin.json', JSON.stringify({ name, version }))
      for (const [file, text] of Object.entries(files)) await folder.write(`source/${file}`, text)
      return folder.at('source')
    },
    /** Opens a source that holds one plugin. */
    preview: async (text: string, inside: string | null = null) => {
      const found = await opened.plugins.open({ text, inside })
      if (found.kind === 'choice') throw new Error('It is a marketplace.')
      return found.preview
    },
  }
}

/** A skill file. */
export const skillText = (name: string, description = 'Reads tide tables.'): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\nLook at \${CLAUDE_PLUGIN_ROOT}/tables.\n`

/** A file of hooks that runs a script of the plugin at an event. */
export const hooksText = (event: string, command: string): string =>
  JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] } })
