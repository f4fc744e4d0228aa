import type { EXTENSION_CALLS } from '#shared/ipc/calls/extension-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { ShellPort } from '../app-port.ts'
import { createHookFile, createSkillFile } from '../extensions/create-files.ts'

type Rooms = {
  readonly shell: Pick<ShellPort, 'openPath'>
  /** The person's own folders. */
  readonly folders: { readonly skills: string; readonly hooks: string }
}

/** Creates the handlers that create skill and hook files, which a person then edits. */
export function createExtensionHandlers({
  shell,
  folders,
}: Rooms): Pick<Handlers, keyof typeof EXTENSION_CALLS> {
  const opened = async (file: string): Promise<string> => {
    await shell.openPath(file)
    return file
  }
  return {
    'skills.create': async (skill) => opened(await createSkillFile(folders.skills, skill)),
    'hooks.create': async (hook) => opened(await createHookFile(folders.hooks, hook)),
  }
}
