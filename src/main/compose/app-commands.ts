import type { ProjectId, SessionId } from '#shared/ids.ts'
import { type AppCommandName, appCommand } from '#shared/session/app-commands.ts'
import type { CoordinatorMode } from '../agents/coordinator-mode.ts'
import type { Lane } from '../runs/lane.ts'

type Place = { readonly sessionId: SessionId; readonly projectId: ProjectId; readonly cwd: string }
type Start = (place: Place) => Promise<void>
type Commands = { readonly match: (projectId: ProjectId, text: string) => Promise<Start | null> }

type Deps = {
  readonly coordinator: Pick<CoordinatorMode, 'isOn' | 'toggle'>
  readonly lane: Pick<Lane, 'send'>
  /** What any other command means. */
  readonly others: Commands
}

/** What the person can tell the app in the place of a message. */
export function createAppCommands({ coordinator, lane, others }: Deps): Commands {
  const commands: Readonly<Record<AppCommandName, (sessionId: SessionId, words: string) => Promise<void>>> = {
    /** Alone it turns the mode on or off. With a task it turns it on and gives the task. */
    coordinator: async (sessionId, words) => {
      if (words === '' || !(await coordinator.isOn(sessionId))) await coordinator.toggle(sessionId)
      if (words !== '') lane.send(sessionId, [{ t: 'text', text: words }])
    },
  }
  return {
    match: async (projectId, text) => {
      const command = appCommand(text)
      if (command === null) return others.match(projectId, text)
      return ({ sessionId }) => commands[command.name](sessionId, command.words)
    },
  }
}
