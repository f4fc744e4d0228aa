import { describe, expect, it } from 'vitest'
import { createWalSync } from '../../src/main/database/wal-sync.ts'
import { textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { linesOf, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats({ respond: () => textScript('I see.') })

/** A disk that takes what is written, and fails from some time on to say that it is safe. */
function createFailingDisk() {
  let failures = 0
  let fails = false
  return {
    logSync: (database: string) => {
      const real = createWalSync(database)
      const sync = async (): Promise<void> => {
        if (!fails) return await real.sync()
        failures += 1
        throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
      }
      return { sync, close: real.close }
    },
    fail: (): void => {
      fails = true
    },
    failures: () => failures,
  }
}

describe('a disk that does not say that what it took is safe', () => {
  it('is told of to who says something then, and waited for by SQLite itself from there on', async () => {
    const disk = createFailingDisk()
    const chats = await story.start(modelTable('model', story.server().baseUrl), { logSync: disk.logSync })
    const chat = await chats.say('One')
    disk.fail()
    await expect(chats.say('Two', chat)).rejects.toMatchObject({ code: 'db.full' })
    await chats.app.idle()
    expect(disk.failures()).toBe(1)

    await chats.say('Three', chat)
    expect(disk.failures()).toBe(1)
    const after = await story.afterCrash()
    const lines = linesOf((await after.look(chat)).path)
    // It was taken all the same, and nobody can make SQLite forget it.
    expect(lines.filter((line) => line.startsWith('user'))).toEqual(['user: One', 'user: Two', 'user: Three'])
    expect(lines.at(-1)).toBe('assistant: I see.')
    expect(await after.unfinished(chat)).toBe(0)
  }, 60_000)

  it('leaves no chat without the words it was begun with', async () => {
    const disk = createFailingDisk()
    const chats = await story.start(modelTable('model', story.server().baseUrl), { logSync: disk.logSync })
    await chats.say('One')
    disk.fail()
    // Refused, or waited for where the disk had failed for something else meanwhile.
    await Promise.allSettled([chats.say('Two')])
    await chats.app.idle()
    expect(disk.failures()).toBe(1)
    await chats.say('Three')
    const after = await story.afterCrash()
    const { sessions } = await after.handlers['session.list'](
      { projectId: chats.projectId, limit: 20 },
      after.caller,
    )
    const begun = await Promise.all(
      sessions.map(async ({ id, title }) => [title, linesOf((await after.look(id)).path)[0]]),
    )
    expect(begun.toSorted()).toEqual([
      ['One', 'user: One'],
      ['Three', 'user: Three'],
      ['Two', 'user: Two'],
    ])
  }, 60_000)
})
