import type { AppEvent } from '#shared/events/delivery.ts'
import { englishOf, say } from '#shared/sentences.ts'
import type { Settings } from '../config/settings.ts'
import type { ReadOnlyCommands } from './judge-calls.ts'

type Deps = {
  readonly settings: Pick<Settings, 'current' | 'readOnlyNoticed' | 'noteReadOnly'>
  readonly tell: (event: AppEvent) => void
}

/** Whether read-only commands run without asking. The person is notified once, at the first such command. */
export function createReadOnlyCommands({ settings, tell }: Deps): ReadOnlyCommands {
  return {
    runUnasked: () => !settings.current().askForReadOnly,
    ran: () => {
      if (settings.readOnlyNoticed()) return
      settings.noteReadOnly()
      const said = say('permission.readsUnasked')
      tell({ kind: 'notice', level: 'info', text: englishOf([said]), said: [said] })
    },
  }
}
