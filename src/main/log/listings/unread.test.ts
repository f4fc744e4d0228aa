import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { ended, says } from '../../../../test/support/rigs/scripted-replies.ts'
import { createUnread } from './unread.ts'

async function open() {
  const log = openTestLog()
  const rig = createRunRig({ replies: [says('One.')], log })
  const shown = new Set<SessionId>()
  const changes: SessionId[] = []
  const unread = createUnread({
    ...log,
    isShown: (id) => shown.has(id),
    changed: (id) => void changes.push(id),
  })
  const id = await rig.open()
  const isUnread = () => log.reader.chat(id)?.unread === true
  return { ...rig, log, unread, shown, changes, id, isUnread }
}

describe('the mark of a chat nobody has looked at', () => {
  it('comes with the end of a run that no window shows, and goes when the chat is opened', async () => {
    const rig = await open()
    rig.say(rig.id, 'Go')
    expect(rig.isUnread()).toBe(false)
    await ended(rig, rig.id)
    expect(rig.isUnread()).toBe(true)
    rig.unread.seen(rig.id)
    expect(rig.isUnread()).toBe(false)
    expect(rig.changes).toEqual([rig.id, rig.id])
  })

  it('does not come while a window shows the chat', async () => {
    const rig = await open()
    rig.shown.add(rig.id)
    rig.say(rig.id, 'Go')
    await ended(rig, rig.id)
    expect([rig.isUnread(), rig.changes]).toEqual([false, []])
  })

  it('is still known after a restart', async () => {
    const rig = await open()
    rig.say(rig.id, 'Go')
    await ended(rig, rig.id)
    const again = createUnread({ ...rig.log, isShown: () => true, changed: () => {} })
    again.seen(rig.id)
    expect(rig.isUnread()).toBe(false)
  })

  it('says nothing of a chat that was read before', async () => {
    const { unread, id, changes } = await open()
    unread.seen(id)
    expect(changes).toEqual([])
  })
})
