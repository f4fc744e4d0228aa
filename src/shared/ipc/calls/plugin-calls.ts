import { z } from 'zod'
import type { PluginList, PluginOpened, PluginPreview } from '../../plugin/plugin.ts'
import { call, personCall } from '../call.ts'

const Named = z.strictObject({ name: z.string().min(1).max(100) })

export const PLUGIN_CALLS = {
  'plugins.list': call<PluginList>()(() => z.strictObject({})),
  /**
   * Describes a plugin in a folder, a `.zip` file or at a git address that the person typed. Installs and starts
   * nothing. `inside` is a folder of a marketplace.
   */
  'plugins.open': personCall<PluginOpened>()(() =>
    z.strictObject({
      source: z.string().trim().min(1).max(4_000),
      inside: z.string().min(1).max(1_000).nullable(),
    }),
  ),
  /** Lets the person choose a folder or a file and describes the plugin in it. Null: the person cancelled. */
  'plugins.choose': call<PluginOpened | null>()(() => z.strictObject({ kind: z.enum(['folder', 'zip']) })),
  /** Stops opening a plugin, for example a fetch that takes long. */
  'plugins.cancel': call<null>()(() => z.strictObject({})),
  /** Fetches a plugin from its source again and describes it. Null: nothing has changed. */
  'plugins.checkUpdate': call<PluginPreview | null>()(() => Named),
  /** Describes the files of a plugin as they are now. */
  'plugins.review': call<PluginPreview>()(() => Named),
  /** Installs a plugin as it was described. */
  'plugins.install': call<null>()(() => z.strictObject({ id: z.string().min(1).max(100) })),
  /** Forgets a preview and deletes its files. */
  'plugins.discard': call<null>()(() => z.strictObject({ id: z.string().min(1).max(100) })),
  'plugins.turn': call<null>()(() => z.strictObject({ ...Named.shape, on: z.boolean() })),
  /** Removes a plugin with its files and its data. */
  'plugins.remove': call<null>()(() => Named),
} as const
