import type { NewDurableEvent } from '#shared/events/event.ts'
import type { Disk } from '../../log/disk.ts'
import type { RunLog } from '../run/run-log.ts'
import type { Supervisor } from '../run/supervisor.ts'

type Ways = { readonly log: RunLog; readonly supervisor: Supervisor }

/**
 * Wraps the writes of the person's input so that each is committed separately. Input the disk rejects was not
 * sent and can be repeated. Decision 0055.
 */
export function immediateLog(
  { apart }: Pick<Disk, 'apart'>,
  { log, supervisor }: Ways,
): Ways & { readonly sessions: RunLog } {
  const publish: RunLog['publish'] = (...said) => apart(() => log.publish(...said))
  return {
    log: { ...log, publish },
    /** For sessions that are made without a message: a chat, where it begins with a command. Agents go the other way. */
    sessions: {
      ...log,
      publish: (id, events) => (beginsChat(events) ? publish(id, events) : log.publish(id, events)),
    },
    supervisor: { ...supervisor, start: (wanted) => apart(() => supervisor.start(wanted)) },
  }
}

const beginsChat = ([first]: readonly NewDurableEvent[]): boolean =>
  first?.kind === 'session.created' && first.payload.kind === 'chat'
